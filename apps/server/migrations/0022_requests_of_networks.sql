-- Requests are counted for networks, too: the key is a user's id, or names a network.
alter table request_counts rename column user_id to sender;
alter table request_counts alter column sender type text;
