-- Files have a kind if somebody chose one. Staff ask the guests of an order for files of a kind.

alter table attachments
  add column kind text check (kind in ('bill-of-lading', 'proof-of-delivery', 'packing-slip', 'invoice', 'other')),
  add column kind_at timestamptz,     -- when the kind was chosen
  add check ((kind is null) = (kind_at is null));

-- A request ends with the assignment that it belongs to.
create table paper_requests (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  user_id uuid not null,              -- the guest
  kind text not null check (kind in ('bill-of-lading', 'proof-of-delivery', 'packing-slip', 'invoice', 'other')),
  note text,
  asked_by uuid not null,             -- no foreign key: the request outlives that user
  asked_at timestamptz not null,
  completed_at timestamptz,           -- written by the triggers below
  unique (order_id, kind, user_id),
  foreign key (user_id, order_id) references order_assignments (user_id, order_id) on delete cascade
);
create index paper_requests_assignment on paper_requests (user_id, order_id);
create index paper_requests_open on paper_requests (kind, order_id) include (user_id) where completed_at is null;

-- A request is completed by the first file of its order that was given its kind since it was made.
create function paper_completed_at(request paper_requests) returns timestamptz language sql stable as $$
  select min(kind_at) from attachments
  where order_id = request.order_id and kind = request.kind and kind_at >= request.asked_at
$$;

-- Changes of an order's requests and files wait for each other at the order's assignments: the statements after the lock
-- see what the others have committed. Deleting assignments locks these first too, so that nothing deadlocks.
create function complete_new_request() returns trigger language plpgsql as $$
begin
  perform from order_assignments where order_id = new.order_id order by user_id for update;
  new.completed_at := paper_completed_at(new);
  return new;
end $$;
create trigger complete_new_request before insert on paper_requests
  for each row execute function complete_new_request();

create function complete_requests() returns trigger language plpgsql as $$
declare
  file attachments := coalesce(new, old);
begin
  if coalesce(old.kind, new.kind) is not null then
    perform from order_assignments where order_id = file.order_id order by user_id for update;
    update paper_requests set completed_at = paper_completed_at(paper_requests)
    where order_id = file.order_id and kind in (old.kind, new.kind);
  end if;
  return null;
end $$;
create trigger complete_requests after insert or delete or update of kind, kind_at on attachments
  for each row execute function complete_requests();

-- ---------------------------------------------------------------- events

-- Events of requests: `state` is the kind of paper. Staff see them all, and the guest its own.
alter table order_events
  add column guest_id uuid,           -- no foreign key: an event outlives the guest
  add column asked_by uuid,
  drop constraint order_events_kind_check,
  add constraint order_events_kind_check check (kind in ('created', 'status', 'cancelled', 'shipment', 'invoice', 'paid',
    'paper-requested', 'paper-uploaded', 'paper-withdrawn')),
  add check ((guest_id is not null) = (kind like 'paper-%'));

-- The unique index keeps the first upload, also when its file is deleted and another one added.
create function record_paper_events() returns trigger language plpgsql as $$
declare
  request paper_requests := coalesce(new, old);
begin
  insert into order_events (order_id, kind, record_id, state, guest_id, asked_by, learned_at)
  select request.order_id, happened.kind, request.id, request.kind, request.user_id, request.asked_by, at
  from (values
    ('paper-requested', tg_op = 'INSERT', request.asked_at),
    ('paper-uploaded', old.completed_at is null and new.completed_at is not null, request.completed_at),
    ('paper-withdrawn', tg_op = 'DELETE' and old.completed_at is null, now())
  ) as happened (kind, has_happened, at)
  where has_happened
  on conflict do nothing;
  return null;
end $$;
create trigger record_paper_events after insert or delete or update of completed_at on paper_requests
  for each row execute function record_paper_events();
