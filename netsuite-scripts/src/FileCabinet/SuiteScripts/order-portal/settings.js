/**
 * Where the portal is, and the id of the API secret with its NETSUITE_FEED_SECRET.
 *
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 */
define([], () => ({
  url: 'https://portal.example.com/api/netsuite/changes',
  secret: 'custsecret_order_portal',
}));
