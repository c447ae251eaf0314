/** QR codes that customers scan, the directory of printed codes, and scans. */
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned, versioned } from './columns.ts'

export const qrCode = pgTable('qr_code', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  code: text('code').notNull(),
  name: text('name'),
  locationName: text('location_name'),
  isActive: boolean('is_active').notNull().default(true),
  retiredAt: instant('retired_at'),
  /** Scans already counted; the others are in `scan_unfolded`. */
  scanCount: integer('scan_count').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  ...versioned,
})

export const signUpCode = pgTable('sign_up_code', {
  code: text('code').primaryKey(),
  businessId: uuid('business_id').notNull(),
  qrCodeId: uuid('qr_code_id').notNull(),
})

export const scan = pgTable('scan', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  qrCodeId: uuid('qr_code_id').notNull(),
  scannedAt: instant('scanned_at').notNull(),
  recordedAt: instant('recorded_at').notNull(),
})

export const scanUnfolded = pgTable('scan_unfolded', {
  ...tenantOwned,
  scanId: uuid('scan_id').notNull(),
  qrCodeId: uuid('qr_code_id').notNull(),
})
