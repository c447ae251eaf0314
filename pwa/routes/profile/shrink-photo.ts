/**
 * Shrinks a photo before the upload, so that it gets through a slow network; the server stores a
 * small version anyway. A file that the browser can't read is sent unchanged, for the server to
 * judge.
 */
import { limits } from '#schema/contract/limits.ts'

const smallEnoughBytes = 300_000

export async function shrinkPhoto(file: Blob): Promise<Blob> {
  if (file.size <= smallEnoughBytes) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, (2 * limits.photoPixels) / Math.min(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
    const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
    return shrunk && shrunk.size < file.size ? shrunk : file
  } catch {
    return file
  }
}
