/** The list of keyboard shortcuts, with a switch for single-key ones. */
import { useState } from 'react'
import { AccountFrame } from '#pwa/routes/frame/account-frame.tsx'
import { paletteTexts as texts } from '#pwa/texts/palette.ts'
import { Card } from '#pwa/ui/card.tsx'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { areSingleKeysOn, switchSingleKeys } from '#pwa/ui/single-keys.ts'
import { Switch } from '#pwa/ui/switch.tsx'

export function ShortcutsScreen() {
  const [on, setOn] = useState(areSingleKeysOn)
  const keys = [
    { keys: [texts.keys.controlK, texts.keys.commandK], does: texts.doesPalette },
    { keys: ['/'], does: texts.doesSearch },
    { keys: ['?'], does: texts.doesHelp },
    { keys: ['F8'], does: texts.doesNotifications },
    { keys: [texts.keys.escape], does: texts.doesClose },
    { keys: ['↑', '↓'], does: texts.doesMove },
    { keys: [texts.keys.enter], does: texts.doesOpen },
  ]
  return (
    <AccountFrame>
      <PageHeader title={texts.shortcuts} description={texts.shortcutsHint} />
      <Card>
        <dl className="divide-y divide-line text-sm">
          {keys.map(({ keys: names, does }) => (
            <div key={does} className="flex items-center gap-6 py-3 first:pt-0">
              <dt className="flex w-32 shrink-0 flex-wrap gap-1.5">
                {names.map((name) => (
                  <kbd
                    key={name}
                    className="rounded-sm border border-line bg-sunken px-2 py-0.5 font-medium font-sans text-ink-soft text-xs"
                  >
                    {name}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-2 border-line border-t pt-3">
          <Switch
            label={texts.singleKeys}
            hint={texts.singleKeysHint}
            checked={on}
            onChange={({ target }) => {
              switchSingleKeys(target.checked)
              setOn(target.checked)
            }}
          />
        </div>
      </Card>
    </AccountFrame>
  )
}
