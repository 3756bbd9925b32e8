import { OrdersScreen } from '#app/orders-screen.tsx';
import { renderPage } from './render-page.tsx';

/** Renders the orders list as the app composes it, at an address. */
export function renderOrders(address: string) {
  return renderPage(<OrdersScreen />, address);
}
