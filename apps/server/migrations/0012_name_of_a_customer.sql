-- What a customer is called wherever people are told of it: a person who is a customer has no company name.
alter table customers add column name text not null
  generated always as (coalesce(company_name, entity_id, id::text)) stored;
