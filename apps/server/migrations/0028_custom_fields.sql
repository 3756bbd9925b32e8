-- Values of the configured custom fields by column: decimals in canonical form, days as YYYY-MM-DD, check boxes as T or F,
-- lists by the id of their value. Null without any.
alter table sales_orders add custom_fields jsonb;
alter table customers add custom_fields jsonb;
