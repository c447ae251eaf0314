/** Where toasts stand: the focus there has not left a dialog. */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null
}
