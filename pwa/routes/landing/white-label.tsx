/**
 * A card in a color that the visitor picks, computed by the same function as every business's
 * colors. The style sheet alone does this, because the server-rendered page starts no app.
 */

import type { CSSProperties } from 'react'
import { landingTexts } from '#pwa/texts/landing.ts'
import { type BrandColors, brandStyle } from '#pwa/ui/brand.ts'
import { Feature } from './feature.tsx'
import { DrawnCard } from './sample-card.tsx'
import { flatWhitePoints } from './samples.ts'

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

const shownWhenChosen = {
  blue: 'hidden group-has-[[value=blue]:checked]/sample:block',
  red: 'hidden group-has-[[value=red]:checked]/sample:block',
  yellow: 'hidden group-has-[[value=yellow]:checked]/sample:block',
  black: 'hidden group-has-[[value=black]:checked]/sample:block',
}

function sample(
  color: Sample['color'],
  name: string,
  reward: Sample['reward'],
  [primaryColor, secondaryColor]: [string, string],
): Sample {
  return { color, name, reward, brand: { primaryColor, secondaryColor, accentColor: primaryColor } }
}

export function WhiteLabelFeature() {
  return (
    <div className="group/sample contents">
      <Feature
        columns={4}
        title={landingTexts.brand}
        text={landingTexts.brandText}
        picture={
          <div aria-hidden="true" className="w-60 shrink-0 md:pt-5">
            {samples.map((each) => (
              <BrandedCard key={each.color} {...each} />
            ))}
          </div>
        }
      >
        <Swatches />
      </Feature>
    </div>
  )
}

function BrandedCard({ color, name, reward, brand }: Sample) {
  return (
    <div className={shownWhenChosen[color]} style={styleOf(brand)}>
      <DrawnCard
        name={name}
        customer="Alex"
        points={180}
        goal={flatWhitePoints}
        reward={landingTexts[reward]}
      />
    </div>
  )
}

const styleOf = (brand: BrandColors) => brandStyle(brand) as CSSProperties

function Swatches() {
  return (
    <fieldset className="mt-5 flex flex-wrap gap-2.5">
      <legend className="sr-only">{landingTexts.sampleColors}</legend>
      {samples.map(({ color, brand }) => (
        <label
          key={color}
          htmlFor={`sample-${color}`}
          title={landingTexts[color]}
          style={styleOf(brand)}
          className="brand-gradient relative size-11 rounded-full border-4 border-surface shadow-card has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-4"
        >
          <span className="sr-only">{landingTexts[color]}</span>
          <input
            id={`sample-${color}`}
            type="radio"
            name="sample"
            value={color}
            defaultChecked={color === 'blue'}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </label>
      ))}
    </fieldset>
  )
}
