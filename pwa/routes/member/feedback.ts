/** Sound and vibration after an action; each can be switched off on this device. */
import { create } from 'zustand'
import { afterPaint } from '#pwa/ui/after-paint.ts'

export type Feedback = 'done' | 'seen' | 'refused'
type Sense = 'sound' | 'vibration'

const keyOf = (sense: Sense) => `regulars-counter-${sense}`
const isOn = (sense: Sense) => {
  try {
    return localStorage.getItem(keyOf(sense)) !== 'off'
  } catch {
    return true
  }
}

export const useSenses = create<Record<Sense, boolean>>(() => ({
  sound: isOn('sound'),
  vibration: isOn('vibration'),
}))

export function setSense(sense: Sense, on: boolean): void {
  useSenses.setState({ [sense]: on })
  try {
    localStorage.setItem(keyOf(sense), on ? 'on' : 'off')
  } catch {
    // Without storage, the choice lasts until the app is closed.
  }
}

const tones: Record<Feedback, { hertz: readonly number[]; pattern: number[] }> = {
  seen: { hertz: [880], pattern: [40] },
  done: { hertz: [660, 990], pattern: [60] },
  refused: { hertz: [220, 180], pattern: [120, 80, 120] },
}
const toneSeconds = 0.09
let audio: AudioContext | null = null

export function give(feedback: Feedback): void {
  const { sound, vibration } = useSenses.getState()
  if (vibration) navigator.vibrate?.(tones[feedback].pattern)
  // Opening the audio device takes longer than the rest of the action.
  if (sound) afterPaint(() => play(tones[feedback].hertz))
}

function play(hertz: readonly number[]): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  // Browsers block sound until the first touch.
  if (audio.state === 'suspended') void audio.resume().catch(() => {})
  for (const [index, frequency] of hertz.entries()) {
    const start = audio.currentTime + index * toneSeconds
    const tone = new OscillatorNode(audio, { frequency })
    const volume = new GainNode(audio, { gain: 0.08 })
    volume.gain.setTargetAtTime(0, start + toneSeconds * 0.6, 0.02)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + toneSeconds * 2)
  }
}
