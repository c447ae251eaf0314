/** The operations that a device queues, in Spanish. */

import { counted, numeral, plural, type Translated } from '#pwa/texts/language.ts'
import type { operation as english } from '#pwa/texts/operation.ts'

export const operation: Translated<typeof english> = {
  labels: {
    'customer.signUp': 'Inscripción',
    'customer.note': 'Nota',
    'customer.change': 'Corrección',
    'customer.join': 'Unión',
    'customer.separate': 'Separación',
    'pair.propose': 'Unión propuesta',
    'pair.separate': 'No es la misma persona',
    'points.adjust': 'Ajuste de puntos',
    'program.change': 'Cambio del programa',
    'purchase.record': 'Compra',
    'purchase.reverse': 'Compra deshecha',
    'reward.redeem': 'Canje',
    'coupon.use': 'Cupón',
    'redemption.undo': 'Canje deshecho',
    'couponUse.undo': 'Uso de cupón deshecho',
    'campaign.create': 'Campaña nueva',
    'campaign.change': 'Cambio de campaña',
    'reward.change': 'Cambio de recompensa',
    'reward.create': 'Recompensa nueva',
    'welcome.decide': 'Decisión sobre la bienvenida',
  },
  aCustomer: 'un cliente',
  aCampaign: 'una campaña',
  theProgram: 'Los ajustes del programa',
  joinInto: (joined, who) => `${joined} con ${who}`,
  separateFrom: (joined, who) => `${joined} de ${who}`,
  pairOf: (one, other) => `${one} y ${other}`,
  joined: 'Unida a otra tarjeta',
  separated: 'Separada de otra tarjeta',
  noteAbout: (who) => `Sobre ${who}`,
  correctionOf: (who, fields) => `${who} – ${fields}`,
  noPhone: 'ninguno',
  releaseFor: (who) => `Dar la bienvenida a ${who}`,
  declineFor: (who) => `Rechazar la bienvenida de ${who}`,
  aReward: 'Una recompensa',
  amountFor: (amount, who) => `${amount} para ${who}`,
  amountOf: (amount, who) => `${amount} de ${who}`,
  aPurchaseOf: (who) => `Una compra de ${who}`,
  couponFor: (description, ending, who) => `${description} (…${ending}) para ${who}`,
  aCoupon: 'Un cupón',
  pointsFor: (points, who) =>
    `${counted(points, { one: '# punto', other: '# puntos' })} para ${who}`,
  rewardFor: (reward, who) => `${reward} para ${who}`,
  welcomePoints: 'Puntos de bienvenida',
  purchase: 'Compra',
  redemptionUndone: 'Canje deshecho',
  purchaseUndone: 'Compra deshecha',
  reward: 'Recompensa',
  parked: {
    business_paused:
      'El negocio no puede hacer cambios ahora. Esto se completará al elegir un plan o al reactivarse.',
    rights_withdrawn: 'Tu acceso cambió, así que el propietario debe aprobar esto.',
    staff_unproved: 'No pudimos verificar quién hizo esto, así que el propietario debe aprobarlo.',
    seal_unproved:
      'No pudimos verificar que esto se hizo antes de cerrar la sesión, así que el propietario debe aprobarlo.',
    trust_exceeded:
      'Esto se entregó por encima de los límites sin conexión, así que el propietario debe aprobarlo.',
    outbox_silent:
      'Este dispositivo lleva mucho tiempo sin sincronizarse, así que el propietario debe aprobar esto.',
    member_not_arrived:
      'Falta que se sincronice la inscripción de este cliente. Después se completará esto.',
    work_not_arrived: 'Falta que se sincronice un cambio anterior. Después se completará esto.',
    version_newer:
      'Esta app es más nueva que el servidor. Esto se completará cuando el servidor se actualice.',
    server_error: 'Algo falló de nuestro lado. Lo guardamos y lo estamos revisando.',
  },
  couponUsedOn: (day, time) => `Este cupón ya se usó el ${day} (${time}).`,
  pointsShort: (cost, balance) =>
    `No hay puntos suficientes: esta recompensa cuesta ${numeral(cost)} y el saldo es de ${numeral(balance)}.`,
  adjustmentShort: (taken, balance) =>
    `El saldo es de ${numeral(balance)} ${plural(balance, { one: 'punto', other: 'puntos' })}, así que no se pueden quitar ${numeral(taken)}.`,
  reversalTooLarge: (left) => `De esta compra solo quedan ${left} por deshacer.`,
  spentMore: (debt) =>
    `Separarlos dejaría una deuda de ${numeral(debt)} ${plural(debt, { one: 'punto', other: 'puntos' })}. Vuelve a mirar al miembro y sepáralos después.`,
  rewardCosts: (cost) =>
    `Esta recompensa cuesta ahora ${numeral(cost)} ${plural(cost, { one: 'punto', other: 'puntos' })}. Revisa el nuevo precio e inténtalo de nuevo.`,
  couponExpiredOn: (day) => `Este cupón venció el ${day}.`,
  onHold: 'En espera hasta que se revise.',
  fields: {
    reason: 'Motivo',
    firstName: 'Nombre',
    lastName: 'Apellido',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    amount: 'Importe',
    note: 'Nota',
    code: 'Código del cupón',
  },
}
