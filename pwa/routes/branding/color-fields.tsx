/**
 * Three brand colors, each chosen by picker or as a hex code, and the corrections that keep text
 * readable.
 */
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { brandProperties } from '#pwa/ui/brand.ts'
import { Field } from '#pwa/ui/field.tsx'
import { Input } from '#pwa/ui/input.tsx'
import type { BrandColors } from '#schema/contract/branding.ts'
import { defaultColors } from '#schema/contract/business.ts'
import { contrastOf, isColor } from '#schema/contract/color.ts'

interface ColorFieldsProps {
  colors: BrandColors
  onColors: (colors: BrandColors) => void
  disabled?: boolean
}

export function ColorFields({ colors, onColors, disabled }: ColorFieldsProps) {
  const fields = [
    {
      name: 'primaryColor',
      label: brandingTexts.primaryColor,
      hint: brandingTexts.primaryHint,
    },
    {
      name: 'secondaryColor',
      label: brandingTexts.secondaryColor,
      hint: brandingTexts.secondaryHint,
    },
    { name: 'accentColor', label: brandingTexts.accentColor, hint: brandingTexts.accentHint },
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
        {fields.map(({ name, label, hint }) => {
          const value = colors[name]
          const isGood = isColor(value)
          const change = (text: string) => onColors({ ...colors, [name]: text.trim() })
          return (
            <Field
              key={name}
              label={label}
              hint={hint}
              error={isGood ? undefined : brandingTexts.badColor}
            >
              {(control) => (
                <span className="flex gap-2">
                  <input
                    {...control}
                    // The text field beside it reports errors.
                    aria-invalid={false}
                    type="color"
                    disabled={disabled}
                    value={isGood ? value : '#000000'}
                    onChange={(event) => change(event.target.value.toUpperCase())}
                    className="h-11 w-12 shrink-0 rounded-md border border-line-strong bg-surface p-1"
                  />
                  <Input
                    name={name}
                    aria-label={brandingTexts.hexOf(label)}
                    aria-describedby={control['aria-describedby']}
                    aria-invalid={!isGood}
                    disabled={disabled}
                    value={value}
                    maxLength={7}
                    spellCheck={false}
                    onChange={(event) => change(event.target.value)}
                    className="font-mono"
                  />
                </span>
              )}
            </Field>
          )
        })}
      </div>
      <Readability colors={colors} />
    </div>
  )
}

/**
 * Explains which chosen colors were corrected, and why. The product's own colors are corrected
 * without a warning, because an owner who has chosen nothing has nothing to change.
 */
function Readability({ colors }: { colors: BrandColors }) {
  const shown = brandProperties(colors)
  if (!shown) return null
  const text = shown['on-primary']
  const isProposed =
    colors.primaryColor.toUpperCase() === defaultColors.primary &&
    colors.secondaryColor.toUpperCase() === defaultColors.secondary
  const corrections = [
    { chosen: colors.primaryColor, used: shown.primary },
    { chosen: colors.secondaryColor, used: shown.secondary },
  ].filter(({ chosen, used }) => !isProposed && chosen.toLowerCase() !== used.toLowerCase())
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      {corrections.length === 0 && (
        <p className="flex items-start gap-2 text-success">
          <CircleCheck size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
          {brandingTexts.readable}
        </p>
      )}
      {corrections.map(({ chosen, used }) => (
        <p key={chosen} className="flex items-start gap-2 text-warning">
          <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>
            {brandingTexts.corrected(
              chosen.toUpperCase(),
              used.toUpperCase(),
              contrastOf(chosen, text).toFixed(1),
            )}
          </span>
        </p>
      ))}
    </div>
  )
}
