/** Surface of floating elements: menus, lists, popovers. */
export const floatingClass =
  'z-40 rounded-panel border border-line bg-raised p-1 text-ink shadow-raised data-[state=open]:animate-pop-in';
