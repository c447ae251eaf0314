/**
 * Whether an element is in the toast region: focusing a toast doesn't count as leaving a dialog.
 */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null
}
