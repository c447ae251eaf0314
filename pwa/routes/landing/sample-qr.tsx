/** Looks like a QR code but contains no address. */
const size = 21
const corners = [
  [0, 0],
  [size - 7, 0],
  [0, size - 7],
] as const

export function DrawnQr() {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="block w-full fill-black" aria-hidden="true">
      <path d={drawSquares()} shapeRendering="crispEdges" />
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <path d="M0 0h7v7H0zM1 1v5h5V1z" fillRule="evenodd" />
          <path d="M2 2h3v3H2z" />
        </g>
      ))}
    </svg>
  )
}

function drawSquares(): string {
  let path = ''
  let seed = 20_261_121
  for (let place = 0; place < size * size; place += 1) {
    seed = (seed * 48_271) % 2_147_483_647
    const [x, y] = [place % size, Math.floor(place / size)]
    const isCorner = (x < 8 && y < 8) || (x > size - 9 && y < 8) || (x < 8 && y > size - 9)
    if (!isCorner && seed % 100 < 47) path += `M${x} ${y}h1v1h-1z`
  }
  return path
}
