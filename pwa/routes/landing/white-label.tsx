/** A card that takes the color one picks, by the same function that every business's pages use. */

import { useId, useLayoutEffect, useRef, useState } from 'react'
import { landingTexts } from '#pwa/texts/landing.ts'
import { applyBrand, type BrandColors } from '#pwa/ui/brand.ts'
import { Feature } from './feature.tsx'
import { DrawnCard } from './sample-card.tsx'

interface Sample {
  color: 'blue' | 'red' | 'yellow' | 'black'
  name: string
  reward: 'flatWhite' | 'houseDessert' | 'tuneUp' | 'hairTreatment'
  brand: BrandColors
}

const samples: Sample[] = [
  sample('blue', 'Bloom Café', 'flatWhite', ['#3B82F6', '#8B5CF6']),
  sample('red', 'Trattoria Rosa', 'houseDessert', ['#C8372D', '#7A1F3D']),
  sample('yellow', 'Sunny Cycles', 'tuneUp', ['#FFC400', '#FF8A3D']),
  sample('black', 'Atelier Noir', 'hairTreatment', ['#1B1B1F', '#4B4B55']),
]

function sample(
  color: Sample['color'],
  name: string,
  reward: Sample['reward'],
  [primaryColor, secondaryColor]: [string, string],
): Sample {
  return { color, name, reward, brand: { primaryColor, secondaryColor, accentColor: primaryColor } }
}

export function WhiteLabelFeature() {
  const [chosen, setChosen] = useState(0)
  return (
    <Feature
      columns={4}
      title={landingTexts.brand}
      text={landingTexts.brandText}
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
        reward={sample ? landingTexts[sample.reward] : ''}
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
    <fieldset className="mt-5 flex flex-wrap gap-2.5">
      <legend className="sr-only">{landingTexts.sampleColors}</legend>
      {samples.map(({ color, brand }, place) => (
        <label
          key={color}
          htmlFor={`${id}-${place}`}
          title={landingTexts[color]}
          ref={(label) => {
            if (label) applyBrand(label, brand)
          }}
          className="brand-gradient relative size-11 rounded-full border-4 border-surface shadow-card has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-4"
        >
          <span className="sr-only">{landingTexts[color]}</span>
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
