/** The frame of a business's screens and its dashboard, in Spanish. */
import type { business as english } from '#pwa/texts/business.ts'
import { counted, type Translated } from '#pwa/texts/language.ts'

const changes = { one: '# cambio guardado', other: '# cambios guardados' }

export const business: Translated<typeof english> = {
  dashboard: 'Inicio',
  featureOff: {
    loyalty: 'El programa de lealtad está desactivado para este negocio.',
    analytics: 'Las estadísticas están desactivadas para este negocio.',
  },
  customers: 'Clientes',
  qrCodes: 'Códigos QR',
  rewards: 'Recompensas',
  pendingSync: 'Por sincronizar',
  staff: 'Personal',
  activityLog: 'Registro de actividad',
  tabs: 'Negocio',
  description: 'Así va tu programa.',

  accessDenied: 'Acceso denegado',
  accessDeniedHint: 'No tienes acceso al panel de un negocio. Comunícate con tu administrador.',
  signOut: 'Cerrar sesión',

  lostHere: (count) =>
    counted(count, {
      one: '# perdido en este dispositivo',
      other: '# perdidos en este dispositivo',
    }),
  needAttention: (count) =>
    counted(count, { one: '# requiere atención', other: '# requieren atención' }),
  toSync: (count) => counted(count, { other: '# por sincronizar' }),
  onHold: (count) => counted(count, { other: '# en espera' }),
  offline: 'Sin conexión',
  settingUp: 'Preparando…',
  signingOut: 'Cerrando sesión…',
  allSynced: 'Al día',
  backToSuperAdmin: 'Volver a superadministración',
  superAdminView: (name) => `Vista de superadministración: panel de ${name}`,
  suspended:
    'Este negocio está suspendido. Tus datos están a salvo. Las ventas que registres ahora quedan en espera y contarán cuando se reactive.',
  trialEnded:
    'Tu prueba terminó. Tus datos están a salvo. Elige un plan para continuar. Las ventas que registres hasta entonces quedan en espera.',
  trialEnds: (days) =>
    days === 1
      ? 'Tu prueba termina mañana.'
      : counted(days, { other: 'Tu prueba termina en # días.' }),
  evicted: (count) =>
    `Tu navegador borró los datos de este dispositivo. ${counted(count, {
      one: 'Es posible que se haya perdido # cambio sin sincronizar. Revisa si llegó y, si falta, vuelve a registrarlo.',
      other:
        'Es posible que se hayan perdido # cambios sin sincronizar. Revisa si llegaron y vuelve a registrar los que falten.',
    })}`,
  gotIt: 'Entendido',
  offlineSaved: (count) =>
    counted(count, {
      one: 'No tienes conexión. # cambio está guardado en este dispositivo y se sincronizará cuando vuelva.',
      other:
        'No tienes conexión. # cambios están guardados en este dispositivo y se sincronizarán cuando vuelva.',
    }),
  offlineSynced:
    'No tienes conexión. Hasta ahora todo está sincronizado. Sigue trabajando: los cambios se guardan en este dispositivo.',
  offlineUnknown:
    'No tienes conexión. Sigue trabajando: los cambios se guardan en este dispositivo.',
  intermediary: (count) =>
    `Algo entre este dispositivo y nuestro servidor, como un firewall o un proxy, no deja pasar los cambios. ${
      count === 0
        ? 'Seguiremos intentándolo.'
        : counted(count, {
            one: '# cambio está guardado en este dispositivo y seguiremos intentando sincronizarlo.',
            other:
              '# cambios están guardados en este dispositivo y seguiremos intentando sincronizarlos.',
          })
    } Si esto no termina, usa otra red o consulta a quien administra esta.`,
  retryNow: 'Reintentar',
  reload: 'Recargar',
  sessionOver: 'La sesión venció',
  sessionExpired: (count) =>
    count === 0
      ? 'Tu sesión venció. Inicia sesión de nuevo.'
      : `Tu sesión venció. Inicia sesión para sincronizar ${counted(count, changes)} en este dispositivo.`,
  signIn: 'Iniciar sesión',
  deviceFull:
    'A este dispositivo casi no le queda espacio. Libera espacio para que los cambios se puedan guardar.',
  updateRequired: 'Hay que actualizar. Recarga para obtener la última versión.',
  databaseNewer:
    'Este dispositivo usó antes una versión más nueva de la app. Tus datos están a salvo, pero aún no se pueden abrir. Recarga en unos minutos o exporta los cambios sin sincronizar.',
  databaseFailed:
    'No pudimos abrir los datos de este dispositivo. No se perdió nada. Recarga y, si no ayuda, exporta los cambios sin sincronizar.',
  databaseOutdated: 'Hay una versión más nueva abierta en otra pestaña. Recarga esta.',
  databaseBlocked: 'Cierra las otras pestañas de la app para continuar. Si no basta, recarga esta.',
  missing: (count) =>
    counted(count, {
      one: '# cambio de este dispositivo se perdió antes de sincronizarse porque el navegador borró sus datos.',
      other:
        '# cambios de este dispositivo se perdieron antes de sincronizarse porque el navegador borró sus datos.',
    }),

  leaveTitle: '¿Salir sin guardar?',
  leaveMeaning: 'Lo que escribiste aquí no se ha guardado.',
  leave: 'Salir',
  keepEditing: 'Seguir editando',

  today: 'Hoy',
  todayFigures: {
    purchases: 'Compras',
    sales: 'Ventas',
    newMembers: 'Inscripciones',
    rewards: 'Recompensas canjeadas',
  },
  salesOfDays: (days) => counted(days, { other: 'Ventas de los últimos # días' }),
  lastWeekday: (figure, weekday) => `${figure} el ${weekday} pasado a esta hora`,

  totalCustomers: 'Total de clientes',
  totalScans: 'Total de escaneos',
  activeRewards: 'Recompensas activas',
  generateQrCode: 'Generar código QR',
  createQrCode: 'Crear código QR',
  signUpCustomer: 'Inscribir a un cliente',
  searchCustomers: 'Buscar clientes',
  filterCustomers: 'Filtrar clientes',
  sortCustomers: 'Ordenar clientes',
  customerGroups: {
    all: 'Todos',
    new: 'Inscritos en los últimos 30 días',
    active: 'Compraron en los últimos 30 días',
    away: 'Sin venir desde hace 30 días',
    email: 'Aceptaron correos promocionales',
    sms: 'Aceptaron mensajes de texto',
    push: 'Aceptaron notificaciones',
    unreached: 'El correo no les llega',
    ready: 'Pueden canjear una recompensa',
  },
  customerSorts: {
    '-joined': 'Más recientes',
    joined: 'Más antiguos',
    name: 'Nombre, A-Z',
    '-name': 'Nombre, Z-A',
    '-points': 'Más puntos',
    points: 'Menos puntos',
    '-spent': 'Más gasto',
    spent: 'Menos gasto',
  },
  customersShown: (count) => counted(count, { one: '# cliente', other: '# clientes' }),
  customersSoFar: (count) =>
    counted(count, {
      one: '# cliente hasta ahora. La exportación espera a que estén todos.',
      other: '# clientes hasta ahora. La exportación espera a que estén todos.',
    }),
  onlyNewest: (count) =>
    `En este dispositivo solo están los ${count} clientes más recientes. Busca por correo o teléfono para encontrar a otros.`,
  printedOf: (printed, count) =>
    `Los primeros ${printed} de ${count} clientes. Una exportación los contiene todos.`,
  exportCustomers: 'Exportar',
  customerActs: 'Más para los clientes',
  importCustomers: 'Importar clientes',
  exportedCustomers: (count) =>
    counted(count, { one: '# cliente exportado', other: '# clientes exportados' }),
  exportedWithoutServer:
    'Sin cumpleaños ni fechas de consentimiento: vienen del servidor, que no está disponible.',
  customerColumns: {
    firstName: 'Nombre',
    lastName: 'Apellido',
    email: 'Correo',
    phone: 'Teléfono',
    consents: {
      email: 'Aceptó correos promocionales',
      sms: 'Aceptó mensajes de texto',
      push: 'Aceptó notificaciones',
    },
    consentDays: {
      email: 'Correos promocionales: fecha',
      sms: 'Mensajes de texto: fecha',
      push: 'Notificaciones: fecha',
    },
    birthday: 'Cumpleaños (mes-día)',
    yes: 'Sí',
    no: 'No',
    reach: 'Recibe el correo',
    memberId: 'ID de miembro',
  },
  showMore: 'Mostrar más',
  downloadingCustomers: (count, total) =>
    `Preparando este dispositivo: ${count} de ${total} clientes descargados.`,
  customersDownloaded: 'Clientes descargados',
  foundOnline: 'Encontrados en línea',
  customer: 'Cliente',
  points: 'Puntos',
  totalSpent: 'Total gastado',
  joined: 'Se inscribió',
  noCustomers:
    'Aún no hay clientes. Pon tu código QR en la caja. Inscribirse lleva menos de un minuto.',
  noMatch: (query) =>
    `Ningún cliente coincide con «${query}». Prueba con un nombre, un correo o un teléfono.`,
  nobodyIn: (group) => `Ningún cliente coincide con el filtro «${group}».`,
  showAllCustomers: 'Mostrar todos los clientes',

  name: 'Nombre',
  untitled: 'Sin título',
  location: 'Ubicación',
  noLocation: 'Sin ubicación',
  scans: 'Escaneos',
  status: 'Estado',
  active: 'Activo',
  inactive: 'Inactivo',
  created: 'Creado',
  noQrCodes:
    'Aún no hay códigos QR. Crea uno, imprímelo y tus clientes se inscribirán al escanearlo.',
  qrCode: 'Código QR',
  qrCodeOf: (name) => `Código QR ${name}`,
  newQrCodeHint: 'Ponle el nombre del lugar donde estará, para saber de dónde vienen los escaneos.',
  madeQrCodeHint:
    'Imprímelo y ponlo donde esperan tus clientes. Al escanearlo se abre tu página de inscripción.',
  pausedQrCodeHint:
    'Este código está en pausa. Nadie puede inscribirse con él hasta que lo reanudes.',
  qrCodeOffline: 'No tienes conexión. Conéctate a internet para crear un código QR.',
  qrCodeNameExample: 'Calcomanía de la caja',
  locationName: 'Nombre de la ubicación',
  locationNameHint: 'Opcional. Tus clientes lo ven en la página de inscripción.',
  locationNameExample: 'Caja principal',
  generate: 'Generar',
  generationFailed: 'No se pudo generar',
  qrCodeNotCreated: 'No pudimos crear el código QR. Inténtalo de nuevo.',
  imageNotCreated: 'No pudimos crear el archivo. Inténtalo de nuevo.',
  signUpLink: 'Enlace de inscripción',
  copySignUpLink: 'Copiar el enlace de inscripción',
  urlCopied: '¡Enlace copiado!',
  urlCopiedHint: 'El enlace de inscripción se copió al portapapeles.',
  download: 'Descargar',
  downloadSvg: 'Descargar SVG',
  print: 'Imprimir',
  done: 'Listo',
  scanToJoin: 'Escanea para inscribirte',

  reward: 'Recompensa',
  pointsRequired: 'Puntos necesarios',
  discount: 'Descuento',
  noRewards: 'Aún no hay recompensas. Crea una para que tus clientes tengan algo que ganar.',
}
