/** The kiosk, in Spanish. */
import type { kiosk as english } from '#pwa/texts/kiosk.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

export const kiosk: Translated<typeof english> = {
  stillThere: '¿Sigues ahí?',
  clearsIn: (seconds) =>
    counted(seconds, {
      one: 'Este formulario se borra en # segundo.',
      other: 'Este formulario se borra en # segundos.',
    }),
  nextIn: (seconds) =>
    counted(seconds, {
      one: 'Lista para la siguiente persona en # segundo.',
      other: 'Lista para la siguiente persona en # segundos.',
    }),
  stillHere: 'Sigo aquí',
  startOver: 'Empezar de nuevo',
  waiting: (count) =>
    counted(count, {
      one: '# registro está guardado en esta tableta y aún no se ha enviado.',
      other: '# registros están guardados en esta tableta y aún no se han enviado.',
    }),
  refused: (count) =>
    counted(count, {
      one: '# registro necesita al personal.',
      other: '# registros necesitan al personal.',
    }),
  evicted: (count) =>
    counted(count, {
      one: 'El navegador borró # registro de esta tableta antes de enviarlo.',
      other: 'El navegador borró # registros de esta tableta antes de enviarlos.',
    }),
  storageFull:
    'No pudimos guardar tu inscripción porque el almacenamiento de esta tableta está lleno. No se envió nada.',
  storageLost:
    'No pudimos guardar tu inscripción porque esta página no puede acceder al almacenamiento de la tableta. No se envió nada. Vuelve a cargar la página e inténtalo de nuevo.',
  staff: 'Personal',
  holdToLeave: 'Mantén pulsado para salir del quiosco.',
  close: 'Cerrar',

  title: 'Quiosco',
  link: 'Usar esta tableta como quiosco',
  description: 'Los clientes se registran por sí mismos en una tableta en tu mostrador.',
  code: 'Código de registro que se muestra',
  untitled: 'Sin título',
  noCodes: 'Crea primero un código QR. El quiosco muestra su página de registro.',
  toCodes: 'Códigos QR',
  whatHappens: 'Qué ocurre',
  clears: 'La página se borra después de cada cliente y tras un minuto sin que nadie la toque.',
  worksOffline:
    'Funciona sin conexión. Los registros se guardan en la tableta y se envían cuando hay conexión.',
  signsOut:
    'Se cerrará tu sesión en esta tableta y se quitarán las tarjetas que se hayan abierto en ella.',
  locks: 'Esta caja se bloquea. El personal la desbloquea con su PIN al salir del quiosco.',
  leave: 'Para salir, mantén pulsado «Personal» al pie de la página durante 2 segundos.',
  pin: 'Para que los clientes no salgan de la página, usa el Acceso guiado del iPad o la fijación de apps de Android.',
  start: 'Iniciar el quiosco',
  unsynced: (count) =>
    counted(count, {
      one: '# cambio de este dispositivo aún no está sincronizado. Sincronízalo antes de empezar.',
      other:
        '# cambios de este dispositivo aún no están sincronizados. Sincronízalos antes de empezar.',
    }),
  offline: 'Conéctate a internet para iniciar el quiosco. Después también funciona sin conexión.',
  notStarted: 'El quiosco no se inició',

  refusedTitle: 'Registros del quiosco que no se aceptaron',
  refusedHint: 'Solo están guardados en este dispositivo. Pregunta al cliente o regístralo tú.',
  evictedHint: 'Pide a quienes se inscribieron aquí hace poco que se registren de nuevo.',
  dismiss: 'Descartar',
  dismissOf: (name) => `Descartar el registro de ${name}`,
}
