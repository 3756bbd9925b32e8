-- An entry stores its action and the values of its sentence, and is put into words when it is read, so that the words can
-- be translated. Entries of earlier releases keep their text.
alter table activity_log alter column content drop not null;
alter table activity_log add column params jsonb;
alter table activity_log add constraint activity_log_has_words check ((content is null) <> (params is null));
