-- The search of orders compares letters and digits: spaces, ASCII punctuation, dashes and quotation marks are removed from
-- the numbers and from the term (features/orders/orders-search.ts). The numbers of packages and invoices are searched
-- as well. A separator between two numbers prevents matches across them.
alter table sales_orders alter column numbers_text set expression as (
  lower(
    translate(
      coalesce(tran_id, '') || E'\x1f' || coalesce(memo, '') || E'\x1f' || coalesce(other_ref_num, '') || E'\x1f'
        || replace(coalesce(tracking, ''), ', ', E'\x1f') || E'\x1f'
        || replace(coalesce(invoice_numbers, ''), ', ', E'\x1f'),
      E'\t\n\x0b\f\r !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\u00a0\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201c\u201d',
      ''
    ) collate "und-x-icu"
  )
);
