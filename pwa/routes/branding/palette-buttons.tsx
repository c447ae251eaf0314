/** Tested palettes: one press makes a brand whose text is readable without a correction. */
import { brandingTexts } from '#pwa/texts/branding.ts'
import type { BrandColors } from '#schema/contract/branding.ts'
import { paletteOf, palettes } from './palettes.ts'

interface PaletteButtonsProps {
  colors: BrandColors
  onColors: (colors: BrandColors) => void
  disabled: boolean
}

export function PaletteButtons({ colors, onColors, disabled }: PaletteButtonsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 font-medium text-sm">{brandingTexts.palettes}</legend>
      {palettes.map(({ name, primaryColor }) => {
        const palette = paletteOf(primaryColor)
        return (
          <button
            key={name}
            type="button"
            disabled={disabled}
            aria-label={brandingTexts.paletteNames[name]}
            title={brandingTexts.paletteNames[name]}
            aria-pressed={colors.primaryColor.toUpperCase() === primaryColor}
            onClick={() => onColors(palette)}
            style={{
              backgroundImage: `linear-gradient(135deg, ${palette.primaryColor}, ${palette.secondaryColor})`,
            }}
            className="size-11 rounded-full border-2 border-surface outline-2 outline-line-strong aria-pressed:outline-ink disabled:opacity-50 forced-color-adjust-none"
          />
        )
      })}
    </fieldset>
  )
}
