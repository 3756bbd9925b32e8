-- Displayed name of a customer: a customer that is a person has no company name.
alter table customers add column name text not null
  generated always as (coalesce(company_name, entity_id, id::text)) stored;
