/** Which QR codes bring members: one by one, or summed by location, most scanned first. */
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { analyticsTexts as texts } from '#pwa/texts/analytics.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Segments } from '#pwa/ui/segments.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import { ShareBar } from './share-bar.tsx'
import { type CodeFigures, type LocationFigures, sumByLocation } from './sum-by-location.ts'

export function ByQrCode({ qrCodes }: { qrCodes: CodeFigures[] | undefined }) {
  const [by, setBy] = useState<'qrCode' | 'location'>('qrCode')
  const empty = <EmptyState icon={<QrCode />} sentence={texts.noQrCodes} />
  const codes = qrCodes?.toSorted((one, other) => other.scans - one.scans)
  const places = qrCodes && sumByLocation(qrCodes)
  return (
    <Card
      flush
      title={texts.byQrCode}
      actions={
        <Segments
          legend={texts.byQrCode}
          value={by}
          onValue={setBy}
          segments={[
            { value: 'qrCode', label: texts.qrCode },
            { value: 'location', label: texts.location },
          ]}
        />
      }
    >
      {by === 'qrCode' ? (
        <Table
          caption={texts.byQrCode}
          columns={[codeColumn(), ...countsOf(codes)]}
          rows={codes}
          keyOf={({ id }) => id}
          empty={empty}
        />
      ) : (
        <Table
          caption={texts.byQrCode}
          columns={[locationColumn(), ...countsOf(places)]}
          rows={places}
          keyOf={({ locationName }) => locationName ?? ''}
          empty={empty}
        />
      )}
    </Card>
  )
}

function codeColumn(): Column<CodeFigures> {
  return {
    name: texts.qrCode,
    main: true,
    cell: ({ name, locationName }) => (
      <>
        <bdi translate="no" className="block font-medium">
          {name || texts.untitled}
        </bdi>
        <bdi translate="no" className="block text-ink-faint">
          {locationName || texts.noLocation}
        </bdi>
      </>
    ),
  }
}

function locationColumn(): Column<LocationFigures> {
  return {
    name: texts.location,
    main: true,
    cell: ({ locationName, codes }) => (
      <>
        <bdi translate="no" className="block font-medium">
          {locationName ?? texts.noLocation}
        </bdi>
        <span className="block text-ink-faint">{texts.codesThere(codes)}</span>
      </>
    ),
  }
}

type Counts = Pick<CodeFigures, 'scans' | 'signUps' | 'secondVisits'>

function countsOf<Row extends Counts>(rows: readonly Row[] | undefined): Column<Row>[] {
  const most = Math.max(0, ...(rows ?? []).map(({ scans }) => scans))
  return [
    {
      name: texts.scans,
      numeric: true,
      cell: ({ scans }) => <ShareBar value={scans} most={most} text={formatNumber(scans)} />,
    },
    { name: texts.signUps, numeric: true, cell: ({ signUps }) => formatNumber(signUps) },
    {
      name: texts.secondVisits,
      numeric: true,
      cell: ({ secondVisits }) => formatNumber(secondVisits),
    },
  ]
}
