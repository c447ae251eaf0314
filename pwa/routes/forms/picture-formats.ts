/**
 * The formats that people may upload as a photo or logo. Check them after the choice too: file
 * pickers don't enforce `accept`.
 */
export const pictureFormats = ['image/png', 'image/jpeg', 'image/webp']
