-- Deleting a user read all syncs, assignments and invitations, and deleting an event read all notifications.
create index sync_runs_requester on sync_runs (requested_by) where requested_by is not null;
create index sync_requests_requester on sync_requests (requested_by) where requested_by is not null;
create index sync_held_deletions_decider on sync_held_deletions (decided_by) where decided_by is not null;
create index order_assignments_assigner on order_assignments (assigned_by) where assigned_by is not null;
create index invitations_inviter on invitations (invited_by) where invited_by is not null;
create index notifications_event on notifications (event_id);
