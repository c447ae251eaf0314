/** The owner's plan, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { plan as english } from '#pwa/texts/plan.ts'

export const plan: Translated<typeof english> = {
  title: 'Plan',
  description: 'El plan de tu negocio y los demás que hay.',
  current: 'Tu plan',
  onTrial: (days) =>
    days === 1
      ? 'Tu prueba termina mañana.'
      : counted(days, { other: 'Tu prueba termina en # días.' }),
  trialOver:
    'Tu prueba terminó. Tus datos están a salvo y las ventas que registres quedan en espera.',
  suspended:
    'Tu negocio está suspendido. Tus datos están a salvo y las ventas que registres quedan en espera.',
  active: 'Todo funciona. Tu plan sigue hasta que tú o la plataforma lo cambien.',
  contents: 'Lo que incluye',
  notIncluded: 'No incluido',
  others: 'Planes',
  ask: (plan) => `Pedir ${plan}`,
  askHint: 'Te escribiremos en un día. Hasta entonces no se cobra nada.',
  asked: 'Solicitud enviada',
  askedHint: (plan) => `Nos pondremos en contacto por el plan ${plan}.`,
  askFailed: 'No se pudo enviar la solicitud',
  offline: 'No tienes conexión. Conéctate a internet para pedir un plan.',
  yours: 'Tu plan',
  choose: 'Ver planes',
}
