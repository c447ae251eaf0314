/** Where toasts stand: pressing there is not pressing outside of a dialog. */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null
}
