/** Joining two members, in Spanish. */

import { counted, numeral, plural, type Translated } from '#pwa/texts/language.ts'
import type { memberPairs as english } from '#pwa/texts/member-pairs.ts'

const points = { one: '# punto', other: '# puntos' }

export const memberPairs: Translated<typeof english> = {
  title: 'Posibles duplicados',
  description: 'Miembros que pueden ser la misma persona, los más recientes primero.',
  link: 'Buscar duplicados',
  none: 'No hay dos miembros que parezcan la misma persona.',
  reasons: {
    phone: 'Mismo teléfono',
    email: 'Mismo buzón',
    name: 'Mismo nombre y mismos cuatro últimos dígitos',
    proposed: 'Propuesto por tu equipo',
  },
  join: 'Unir…',
  notTheSame: 'No es la misma',
  separated: 'Marcados como dos personas',
  notSaved: 'No se guardó',
  more: 'Mostrar más',
  joinTitle: 'Unir dos miembros',
  joinHint: (days) =>
    `Las compras, los puntos, los cupones y las tarjetas de ambos cuentan para el miembro que queda. Puedes deshacerlo durante ${days} días.`,
  whoStays: '¿Cuál queda?',
  phone: 'Teléfono',
  points: 'Puntos',
  spent: 'Gastado',
  joined: 'Se inscribió',
  noPhone: 'Ninguno',
  sum: (one, other) => `${numeral(one)} + ${numeral(other)} = ${counted(one + other, points)}`,
  consents: 'Valen los consentimientos del miembro que queda.',
  joinNow: 'Unir miembros',
  joinedNow: 'Miembros unidos',
  joinedHint: 'Deshazlo en la página del miembro, en Datos.',
  bothHaveOthers:
    'Ambos tienen otros miembros unidos. Separa primero los de uno de ellos, en su página.',
  cancel: 'Cancelar',
  ofMember: 'Miembros unidos',
  of: (count, day) => `${counted(count, points)}, unido el ${day}`,
  separate: 'Separar…',
  separateTitle: (name) => `¿Separar a ${name}?`,
  separateHint: (count, joined, kept) =>
    `${counted(count, points)} ${plural(count, { one: 'vuelve', other: 'vuelven' })} a ${joined}. Lo ganado y gastado desde entonces queda con ${kept}.`,
  debt: (count, kept) =>
    `Una parte ya se gastó: ${kept} deberá ${counted(count, points)}, y se pagará con los próximos.`,
  withoutEmail: (joined) =>
    `Es posible que ${joined} quede sin correo electrónico. Puedes agregar uno en su página.`,
  separateNow: 'Separar miembros',
  separatedNow: 'Miembros separados',
  tooLate: (days) => `Los miembros se pueden separar durante ${days} días.`,
  samePerson: '¿Es la misma persona que otro miembro?',
  samePersonHint: 'Únelos para tener puntos, compras y cupones en un solo lugar.',
  samePersonPropose: 'Propón al propietario que los una.',
  findOther: 'Buscar al otro miembro',
  findHint: 'Busca por nombre, correo o teléfono.',
  search: 'Buscar miembros',
  noMatch: 'Ningún otro miembro coincide.',
  proposed: 'Propuesto al propietario',
}
