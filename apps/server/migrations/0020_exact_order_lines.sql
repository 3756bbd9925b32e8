-- Stored lines of earlier versions hold their amounts as rounded numbers. Lines are now stored as exact decimal text, and
-- are read again from NetSuite when their order is next opened.

delete from order_lines;
