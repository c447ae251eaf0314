/** Members and points that a file of another program brings along, in Spanish. */
import type { imports as english } from '#pwa/texts/imports.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

export const imports: Translated<typeof english> = {
  title: 'Traer clientes',
  description:
    'Miembros y puntos del programa que usabas antes. Ves qué pasa con cada fila antes de que se escriba nada, nadie recibe correos y puedes deshacerlo durante 30 días.',

  choose: 'Elige un archivo',
  chooseHint:
    'Un archivo CSV con una fila de títulos, de hasta 50,000 filas y 100 MB. Cada fila necesita un nombre y un correo; sin correo, un teléfono, si tu programa lo permite.',
  chooseFile: 'Elegir archivo',
  reading: 'Leyendo el archivo…',
  problems: {
    too_large: 'Este archivo pesa más de 100 MB. Divídelo y trae las partes una por una.',
    too_many_rows:
      'Este archivo tiene más de 50,000 filas. Divídelo y trae las partes una por una.',
    too_many_columns: 'Este archivo tiene más de 200 columnas. Quita las que no necesites.',
    cell_too_long:
      'Una celda de este archivo tiene más de 10,000 caracteres, o unas comillas que no terminan. Corrígelo y elige el archivo otra vez.',
    spreadsheet:
      'Esto es una hoja de cálculo. Ábrela, guárdala como CSV («CSV UTF-8») y elige ese archivo.',
    pdf: 'Esto es un PDF. Exporta tus clientes como CSV y elige ese archivo.',
    not_text: 'Esto no es un archivo CSV. Exporta tus clientes como CSV y elige ese archivo.',
    no_rows:
      'Este archivo no tiene filas debajo de los títulos. Exporta tus clientes como CSV y elige ese archivo.',
  },
  notRead: 'No se leyó el archivo',

  columns: 'Qué hay en el archivo',
  recognized: (program) => `Parece una exportación de ${program}.`,
  unrecognized: 'Revisa qué es cada columna.',
  rowsIn: (count, file) =>
    counted(count, { one: `# fila en ${file}`, other: `# filas en ${file}` }),
  repeated: (names) =>
    `Estas columnas tienen el mismo nombre, así que elige tú la correcta: ${names}`,
  noHeader:
    'La primera fila parece un cliente y no se trae. Agrega encima una fila con los nombres de las columnas y vuelve a elegir el archivo.',
  notInFile: 'No está en el archivo',
  columnNumber: (number, name) => `${number}. ${name || '(sin nombre)'}`,
  fields: {
    firstName: 'Nombre',
    lastName: 'Apellido',
    fullName: 'Nombre completo',
    email: 'Correo',
    phone: 'Teléfono',
    birthday: 'Cumpleaños',
    points: 'Puntos',
    spent: 'Gastado antes',
    joined: 'Miembro desde',
    emailConsent: 'Aceptó correos promocionales',
    smsConsent: 'Aceptó mensajes promocionales',
    consentDate: 'Fecha de los consentimientos',
    foreignId: 'ID del cliente allí',
  },
  example: (cells) => `Por ejemplo: ${cells}`,
  readAs: (cell, value) => `${cell} → ${value}`,
  unreadable: 'no se puede leer',
  dates: 'Fechas',
  dateOrders: { mdy: 'Primero el mes (12/31)', dmy: 'Primero el día (31/12)' },
  decimal: 'Decimales',
  decimals: { '.': '1,234.50', ',': '1.234,50' },
  alsoLower: 'Bajar también los saldos que aquí son mayores',
  alsoLowerHint: 'Déjalo sin marcar si los clientes ya ganaron puntos aquí.',
  needsName: 'Elige la columna con el nombre o el nombre completo',
  needsContact: 'Elige la columna con el correo o con el teléfono',
  needsEmail: 'Elige la columna con el correo',
  check: 'Revisar el archivo',
  otherFile: 'Elegir otro archivo',
  notStarted: 'La importación no empezó',

  programs: {
    square: 'Square',
    shopify: 'Shopify',
    toast: 'Toast',
    lightspeed: 'Lightspeed',
    loyverse: 'Loyverse',
    smile: 'Smile.io',
    stampMe: 'Stamp Me',
    perkstar: 'Perkstar',
    other: 'otro programa',
  },

  chooseOrCompare:
    'Mientras funcionan los dos programas, elige la exportación nueva del anterior para compararla con lo que se trajo. O trae otro archivo.',
  compares: 'Solo comparar con lo que se trajo',
  comparesHint: 'Muestra las diferencias, primero las mayores. No se escribe nada.',
  differing: 'Filas distintas',
  comparedHint:
    'Primero están las diferencias mayores. Tráelo para dar a los miembros los puntos que ganaron allí desde entonces.',
  nothingDiffers: 'Todas las filas tienen los puntos que se trajeron.',
  comparedRow: (file, given, balance) =>
    balance === null
      ? `${file} en el archivo, todavía no está aquí`
      : `${file} en el archivo, ${given} traídos, saldo aquí ${balance}`,
  differenceOf: (points) => `Diferencia ${points}`,
  bringOver: 'Traer',

  states: {
    uploading: 'Leyendo el archivo',
    checked: 'Lista',
    compared: 'Comparada',
    running: 'Trayendo clientes',
    paused: 'En pausa',
    finished: 'Terminada',
    undoing: 'Deshaciendo',
    undone: 'Deshecha',
    abandoned: 'Descartada',
  },
  fileLine: (file, program) => `${file}, de ${program}`,
  checkedRows: (done, of) => `${done} de ${of} filas revisadas`,
  writtenRows: (done, of) => `${done} de ${of} filas traídas`,
  undoneRows: (done, of) => `${done} de ${of} filas deshechas`,
  waiting: 'No se puede conectar con el servidor. Continúa sola.',
  fileElsewhere:
    'El archivo no está en este dispositivo. Continúa en el dispositivo donde lo elegiste, o descarta la importación y elige el archivo otra vez.',
  readAgain: 'El archivo ya no se puede leer. Descarta la importación y elige el archivo otra vez.',
  new: 'Miembros nuevos',
  known: 'Ya son miembros',
  refused: 'No se traen',
  points: 'Puntos',
  left: 'Omitidas mientras tanto',
  checkedHint:
    'Todavía no se escribió nada. Los miembros que ya están aquí conservan su nombre y sus decisiones, y reciben los puntos que les faltan.',
  refusedHint:
    'Para traer una fila que se queda fuera, corrígela en el archivo y vuelve a elegirlo. Los miembros que ya están aquí no reciben nada dos veces.',
  run: (count) => counted(count, { one: 'Traer # cliente', other: 'Traer # clientes' }),
  nothingToRun: 'Ninguna fila de este archivo se puede traer. Descártalo y revisa las columnas.',
  runHint: 'Mientras tanto puedes seguir trabajando. Continúa aunque cierres esta página.',
  pause: 'Pausar',
  resume: 'Continuar',
  discard: 'Descartar',
  discardTitle: '¿Descartar esta importación?',
  discardMeaning: 'No se escribió nada. Puedes elegir el archivo otra vez cuando quieras.',
  failed: 'No funcionó',

  sendCards: 'Enviar tarjetas',
  sendCardsOf: (file) => `Enviar las tarjetas de ${file}`,
  pauseCards: 'Pausar',
  pauseCardsOf: (file) => `Pausar el envío de las tarjetas de ${file}`,
  resumeCards: 'Seguir enviando',
  resumeCardsOf: (file) => `Seguir enviando las tarjetas de ${file}`,
  sendCardsTitle: (count) =>
    counted(count, {
      one: '¿Enviar # tarjeta por correo?',
      other: '¿Enviar # tarjetas por correo?',
    }),
  noCardToSend: 'Ahora no hay tarjetas por enviar.',
  sendCardsMeaning:
    'Cada uno de estos miembros recibe un solo correo con el enlace a su tarjeta, y ningún otro. Si son muchos, el envío tarda más de un día.',
  withoutCard: {
    sentBefore: (count) =>
      counted(count, {
        one: '# miembro ya recibió la suya.',
        other: '# miembros ya recibieron la suya.',
      }),
    haveCard: (count) =>
      counted(count, {
        one: '# miembro ya tiene tarjeta.',
        other: '# miembros ya tienen tarjeta.',
      }),
    withoutEmail: (count) =>
      counted(count, { one: '# miembro no tiene correo.', other: '# miembros no tienen correo.' }),
    mailFails: (count) =>
      counted(count, {
        one: 'A # miembro no le llega el correo.',
        other: 'A # miembros no les llega el correo.',
      }),
    unsubscribed: (count) =>
      counted(count, {
        one: '# miembro no quiere correos.',
        other: '# miembros no quieren correos.',
      }),
  },
  cards: {
    sending: (count) =>
      counted(count, { one: 'Enviando: # tarjeta', other: 'Enviando: # tarjetas' }),
    paused: (count) =>
      counted(count, { one: 'En pausa tras # tarjeta', other: 'En pausa tras # tarjetas' }),
    sent: (count) => counted(count, { one: '# tarjeta enviada', other: '# tarjetas enviadas' }),
  },

  rowsOf: (file, when) => `Filas de ${file}, ${when}`,
  showRows: 'Ver filas',
  hideRows: 'Ocultar filas',
  rowsShown: 'Qué filas',
  all: 'Todas',
  line: (line) => `Fila ${line}`,
  plans: { new: 'Nuevo', known: 'Ya es miembro', refused: 'No se trae' },
  outcomes: {
    waiting: '',
    written: 'Traída',
    left: 'Omitida',
    undone: 'Deshecha',
    kept: 'Se queda, sin los puntos',
  },
  pointsOf: (count) => counted(count, { one: '# punto', other: '# puntos' }),
  withoutField: (fields) => `Sin ${fields}, que no se puede leer`,
  noRows: 'No hay filas así.',
  more: 'Ver más',
  reasons: {
    cell_count: 'Tiene más o menos celdas que los títulos',
    cell_long: 'Tiene una celda de más de 300 caracteres',
    name_missing: 'No tiene nombre',
    name_long: 'El nombre tiene más de 100 caracteres',
    contact_missing: 'No tiene correo ni teléfono',
    email_missing: 'No tiene correo',
    email_invalid: 'El correo no es válido',
    phone_invalid: 'El teléfono no es válido',
    phone_digits_lost:
      'Una hoja de cálculo redondeó el teléfono y se perdieron los últimos dígitos. Exporta el archivo otra vez y no lo abras antes.',
    points_unreadable: 'Los puntos no son un número',
    points_negative: 'Los puntos son menos que cero',
    points_over: 'Son más puntos de los que puede tener un cliente',
    spent_unreadable: 'La cantidad gastada no es un número',
    row_repeated: 'Una fila anterior de este archivo es el mismo cliente',
    record_of_other: 'Su identificador, su correo o su número es de otro cliente',
    member_erased: 'Este cliente dejó el programa',
  },

  earlier: 'Importaciones anteriores',
  none: 'Todavía no trajiste nada.',
  result: (members, points) =>
    `${counted(members, { one: '# miembro nuevo', other: '# miembros nuevos' })}, ${counted(points, { one: '# punto', other: '# puntos' })}`,
  finishedOn: (day) => `Terminó el ${day}`,
  undoUntil: (day) => `Se puede deshacer hasta el ${day}`,
  undo: 'Deshacer',
  undoOf: (file) => `Deshacer la importación de ${file}`,
  undoTitle: '¿Deshacer esta importación?',
  undoErased: (count) =>
    counted(count, {
      one: 'Se elimina # miembro que no hizo nada desde entonces.',
      other: 'Se eliminan # miembros que no hicieron nada desde entonces.',
    }),
  undoKept: (count) =>
    counted(count, {
      one: 'Se queda # miembro, sin los puntos importados.',
      other: 'Se quedan # miembros, sin los puntos importados.',
    }),
  undoPoints: (count) =>
    counted(count, { one: 'Se retira # punto.', other: 'Se retiran # puntos.' }),
  undoSpent: (count) =>
    counted(count, {
      one: '# punto ya se gastó y se queda gastado.',
      other: '# puntos ya se gastaron y se quedan gastados.',
    }),
}
