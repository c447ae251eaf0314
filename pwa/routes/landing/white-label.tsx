/** A card that takes the color one picks, by the same function that every business's pages use. */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { applyBrand, type BrandColours } from '#pwa/ui/brand.ts'
import { Feature } from './feature.tsx'
import { DrawnCard } from './sample-card.tsx'

interface Sample {
  color: string
  name: string
  reward: string
  brand: BrandColours
}

const samples: Sample[] = [
  sample('Blue', 'Bloom Café', 'Free flat white', '#3B82F6', '#8B5CF6'),
  sample('Red', 'Trattoria Rosa', 'House dessert', '#C8372D', '#7A1F3D'),
  sample('Yellow', 'Sunny Cycles', 'Free tune-up', '#FFC400', '#FF8A3D'),
  sample('Black', 'Atelier Noir', 'Hair treatment', '#1B1B1F', '#4B4B55'),
]

function sample(
  color: string,
  name: string,
  reward: string,
  primaryColor: string,
  secondaryColor: string,
): Sample {
  return { color, name, reward, brand: { primaryColor, secondaryColor, accentColor: primaryColor } }
}

export function WhiteLabelFeature() {
  const [chosen, setChosen] = useState(0)
  return (
    <Feature
      columns={4}
      title="Your name, your colors"
      text="Customers see your logo and your colors, not ours. Whatever you choose, the text on it stays readable. Try some:"
      picture={<BrandedCard sample={samples[chosen]} />}
    >
      <Swatches chosen={chosen} onChosen={setChosen} />
    </Feature>
  )
}

function BrandedCard({ sample }: { sample: Sample | undefined }) {
  const stage = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (stage.current && sample) applyBrand(stage.current, sample.brand)
  }, [sample])
  return (
    <div ref={stage} aria-hidden="true" className="w-60 shrink-0 md:pt-5">
      <DrawnCard
        name={sample?.name ?? ''}
        customer="Alex"
        points={180}
        goal={250}
        reward={sample?.reward ?? ''}
      />
    </div>
  )
}

interface SwatchesProps {
  chosen: number
  onChosen: (place: number) => void
}

function Swatches({ chosen, onChosen }: SwatchesProps) {
  const id = useId()
  return (
    <fieldset className="mt-5 flex gap-2.5">
      <legend className="sr-only">Colors of the sample card</legend>
      {samples.map(({ color, brand }, place) => (
        <label
          key={color}
          htmlFor={`${id}-${place}`}
          title={color}
          ref={(label) => {
            if (label) applyBrand(label, brand)
          }}
          className="brand-gradient relative size-11 rounded-full border-4 border-surface shadow-card has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-4"
        >
          <span className="sr-only">{color}</span>
          <input
            id={`${id}-${place}`}
            type="radio"
            name={id}
            checked={place === chosen}
            onChange={() => onChosen(place)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </label>
      ))}
    </fieldset>
  )
}
