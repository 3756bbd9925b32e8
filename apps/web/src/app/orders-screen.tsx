import { AssignHost, AssignOrdersButton } from '#features/assignments/assigning.tsx';
import { OrdersPage } from '#features/orders/orders-page.tsx';

export { prefetchOrders } from '#features/orders/orders-page.tsx';

const assigning = { Button: AssignOrdersButton, Host: AssignHost };

/** The orders list, from which orders are assigned to guests. */
export function OrdersScreen() {
  return <OrdersPage assigning={assigning} />;
}
