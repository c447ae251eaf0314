/**
 * Search words may be a customer's email or phone number, and proxies log addresses. So the app
 * sends `q=…`, URL-encoded, in this header instead of the documented `?q=…`, which other callers
 * may keep using.
 */
export const queryHeader = 'Regulars-Query'
