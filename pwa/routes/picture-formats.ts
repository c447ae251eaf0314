/** What people may upload as a photo or logo. A file picker can be told to offer anything else too. */
export const pictureFormats = ['image/png', 'image/jpeg', 'image/webp']
