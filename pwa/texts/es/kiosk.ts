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
  thanks: 'Gracias por inscribirte',
  startOver: 'Empezar de nuevo',
  waiting: (count) =>
    counted(count, {
      one: '# inscripción está guardada en esta tableta y aún no se ha enviado.',
      other: '# inscripciones están guardadas en esta tableta y aún no se han enviado.',
    }),
  refused: (count) =>
    counted(count, {
      one: '# inscripción necesita al personal.',
      other: '# inscripciones necesitan al personal.',
    }),
  evicted: (count) =>
    counted(count, {
      one: 'El navegador borró # inscripción de esta tableta antes de enviarla.',
      other: 'El navegador borró # inscripciones de esta tableta antes de enviarlas.',
    }),
  storageFull:
    'No pudimos guardar tu inscripción porque el almacenamiento de esta tableta está lleno. No se envió nada.',
  storageLost:
    'No pudimos guardar tu inscripción porque esta página no puede acceder al almacenamiento de la tableta. No se envió nada. Vuelve a cargar la página e inténtalo de nuevo.',
  staff: 'Personal',
  holdToLeave: 'Mantén presionado para salir del quiosco.',
  close: 'Cerrar',

  title: 'Quiosco',
  link: 'Usar este dispositivo como quiosco',
  description: 'Los clientes se inscriben por sí mismos en una tableta en tu caja.',
  code: 'Código de inscripción que se muestra',
  untitled: 'Sin título',
  noCodes: 'Crea primero un código QR. El quiosco muestra su página de inscripción.',
  toCodes: 'Códigos QR',
  whatHappens: 'Qué ocurre',
  clears: 'La página se borra después de cada cliente y tras un minuto sin que nadie la toque.',
  worksOffline:
    'Funciona sin conexión. Las inscripciones se guardan en la tableta y se envían cuando hay conexión.',
  signsOut:
    'Se cerrará tu sesión en esta tableta y se quitarán las tarjetas que se hayan abierto en ella.',
  locks: 'Esta caja se bloquea. El personal la desbloquea con su PIN al salir del quiosco.',
  leave: 'Para salir, mantén presionado «Personal» al pie de la página durante 2 segundos.',
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

  refusedTitle: 'Inscripciones del quiosco que no se aceptaron',
  refusedHint: 'Solo están guardadas en este dispositivo. Pregunta al cliente o inscríbelo tú.',
  evictedHint: 'Pide a quienes se inscribieron aquí hace poco que se inscriban de nuevo.',
  dismiss: 'Descartar',
  dismissOf: (name) => `Descartar la inscripción de ${name}`,
}
