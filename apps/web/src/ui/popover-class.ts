/** What every floating list shares: menus, selects, the activity tray. */
export const popoverClass =
  'z-40 max-h-(--radix-popper-available-height) origin-(--radix-popper-transform-origin) animate-rise overflow-auto rounded-md border border-line bg-raised p-1 text-text shadow-high';

export const itemClass =
  'relative flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-base outline-none select-none data-[highlighted]:bg-hover data-[disabled]:pointer-events-none data-[disabled]:opacity-50';
