/** Rewards, in Spanish. */

import { counted, type Translated } from '#pwa/texts/language.ts'
import type { rewards as english } from '#pwa/texts/rewards.ts'

export const rewards: Translated<typeof english> = {
  title: 'Recompensas',
  create: 'Crear recompensa',
  createHint: 'Elige qué reciben los miembros y cuántos puntos cuesta.',
  edit: 'Editar recompensa',
  empty: 'Todavía no ofreces recompensas. Crea una para que los miembros tengan por qué ahorrar.',
  emptyForStaff: 'Este negocio todavía no ofrece recompensas.',

  columnReward: 'Recompensa',
  columnPoints: 'Puntos necesarios',
  columnDiscount: 'Descuento',
  columnStatus: 'Estado',
  columnActions: 'Acciones',
  active: 'Activa',
  inactive: 'Inactiva',
  expired: 'Vencida',
  soldOut: 'Agotada',
  atAGlance: (points, discount, status) =>
    `${counted(points, { one: '# punto', other: '# puntos' })} · ${discount} · ${status}`,
  expires: (day) => `Vence el ${day}`,
  left: (left, all) => `Quedan ${left} de ${all}`,
  onceEach: 'Una vez por miembro',
  timesEach: (times) => `Hasta ${times} por miembro`,

  name: 'Nombre',
  suggestions: {
    free: 'Café gratis',
    percentage: '10% de descuento en tu pedido',
    fixed: '$5 de descuento en tu pedido',
  },
  description: 'Descripción',
  descriptionHint: 'Opcional. Los miembros la ven en su página.',
  options: 'Descripción, vencimiento, límites (opcional)',
  pointsRequired: 'Puntos necesarios',
  expiryDay: 'Fecha de vencimiento',
  expiryHint: 'Opcional. El último día en que se puede canjear.',
  stock: 'Cantidad',
  stockHint: 'Opcional. Cuántas regalas en total.',
  limitPerMember: 'Límite por miembro',
  limitHint: 'Opcional. Cuántas veces puede canjearla un miembro.',
  save: 'Guardar recompensa',
  cancel: 'Cancelar',

  more: (name) => `Más opciones de ${name}`,
  pause: 'Pausar',
  resume: 'Reanudar',
  retire: 'Retirar',
  retireTitle: '¿Retirar esta recompensa?',
  retireHint:
    'Los miembros ya no podrán canjearla y no podrás recuperarla. Los cupones que ya tienen siguen siendo válidos.',

  created: 'Recompensa creada',
  createdHint: (name) => `${name} está guardada.`,
  changed: 'Recompensa guardada',
  changedHint: (name) => `${name} está guardada.`,
  paused: 'Recompensa en pausa',
  pausedHint: (name) =>
    `Cuando se sincronice, los miembros no podrán canjear ${name} hasta que la reanudes.`,
  resumed: 'Recompensa reanudada',
  resumedHint: (name) => `Cuando se sincronice, los miembros podrán canjear ${name} otra vez.`,
  retired: 'Recompensa retirada',
  retiredHint: (name) => `Cuando se sincronice, ${name} dejará de ofrecerse.`,
  failed: 'No se guardó la recompensa',
  changedMeanwhile: 'Otra persona cambió esta recompensa mientras la tenías abierta.',
}
