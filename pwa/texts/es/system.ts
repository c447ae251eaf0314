/** The state of an installation, in Spanish. */
import { counted, type Translated } from '#pwa/texts/language.ts'
import type { system as english } from '#pwa/texts/system.ts'

const waiting = { one: '# notificación espera', other: '# notificaciones esperan' }

export const system: Translated<typeof english> = {
  title: 'Sistema',
  description: 'El estado de este servidor. El comando regulars doctor muestra lo mismo.',
  again: 'Comprobar de nuevo',
  everything: 'Lo que funciona',
  allGood: 'Nada requiere atención',
  problems: (count) =>
    counted(count, { one: '# asunto requiere atención', other: '# asuntos requieren atención' }),
  states: { good: 'Bien', doubtful: 'Revisar', broken: 'Falla' },
  off: 'Apagado',
  parts: {
    versions: 'Versiones',
    settings: 'Ajustes',
    database: 'Base de datos',
    backup: 'Copia de seguridad',
    statements: 'Consultas',
    clock: 'Reloj',
    mail: 'Correo',
    sender: 'Remitente',
    push: 'Notificaciones',
    wallet: 'Billeteras',
    address: 'Dirección',
    https: 'Certificado',
    disk: 'Disco',
  },
  troubles: 'Problemas',
  troublesHint:
    'Ahora y en los últimos siete días. Recibes un correo cuando empieza uno y otro cuando termina.',
  noTroubles: 'Nada en los últimos siete días.',
  since: (at) => `Desde ${at}`,
  over: (from, until) => `${from} a ${until}`,
  lasts: 'Ahora',
  isOver: 'Resuelto',
  troubleNames: {
    deviceSilent: 'Dispositivos con trabajo sin enviar no responden',
    mailFailing: 'Los correos no salen',
    jobFailing: 'Una tarea en segundo plano falla',
    repair: 'Un dispositivo difería del servidor',
    diskFull: 'El disco está casi lleno',
  },
  troubleAdvice: {
    deviceSilent: 'Pide a los negocios de abajo que abran la aplicación con conexión.',
    mailFailing: 'Revisa SMTP_URL y el servidor de correo. Los correos esperan casi tres días.',
    jobFailing:
      'Las líneas job.failed del registro tienen la causa. La tarea lo vuelve a intentar sola.',
    repair:
      'El dispositivo volvió a descargar todo. Es normal tras restaurar; si no, comunícalo con la línea sync.repair del registro.',
    diskFull: 'Libera espacio o la base de datos se detendrá.',
  },

  shops: 'Negocios con dispositivos sin conexión',
  shopDevices: (count) =>
    counted(count, {
      one: '# dispositivo con trabajo sin enviar',
      other: '# dispositivos con trabajo sin enviar',
    }),
  lastHeard: (ago) => `última señal ${ago}`,

  failedMails: 'Correos que fallaron',
  noFailedMails: 'No ha fallado ningún correo.',
  failedMail: (count, problem) =>
    `${counted(count, { one: '# correo', other: '# correos' })}: ${problem}`,
  oldest: (ago) => `el más antiguo, ${ago}`,
  notRetried: 'Rechazados para siempre; no se pueden reenviar',
  retryMails: 'Enviar de nuevo',
  retryJobs: 'Ejecutar tareas de nuevo',
  retried: 'Se intenta de nuevo',
  retriedMails: 'Los correos salen en unos segundos.',
  retriedJobs: 'Cada servidor ejecuta sus tareas en medio minuto.',
  notRetriedNow: 'No se pudo intentar de nuevo',
  findings: {
    versionsAre: ({ product, node }) => `Regulars ${product} con Node.js ${node}`,
    secondFactorOptional: () =>
      'La contraseña de un superadministrador basta para abrir todos los negocios. Quita SUPER_ADMIN_SECOND_FACTOR.',
    addressPlain: () =>
      'Las contraseñas y los nombres se pueden leer en el camino. Pon delante un proxy con https y escribe su dirección en PUBLIC_URL.',
    proxiesUntrusted: () =>
      'Todas las llamadas parecen venir del proxy y comparten un límite. Escribe su dirección en TRUSTED_PROXIES.',
    databaseAnswers: ({ version, size }) => `PostgreSQL ${version}, ${size}`,
    databaseSilent: ({ reason }) =>
      `La base de datos no responde (${reason}). Revisa DATABASE_URL o DATA_DIR.`,
    tablesCurrent: () => 'Las tablas son las de esta versión',
    migrationsMissing: ({ count }) =>
      Number(count) < 0
        ? 'La base de datos está vacía. Ejecuta regulars migrate o inicia el servidor.'
        : 'Faltan migraciones. Ejecuta regulars migrate o inicia el servidor.',
    backedUp: ({ at }, { timeOf }) => `Última copia: ${timeOf(at)}`,
    backupOld: ({ at }, { timeOf }) =>
      `La última copia es de ${timeOf(at)}. Ejecuta regulars backup cada día, o ignora este aviso si lo hace otra herramienta.`,
    backupNever: () =>
      'regulars backup no se ha ejecutado nunca. Ejecútalo cada día, o ignora este aviso si lo hace otra herramienta.',
    statementsFast: () => 'No hay consultas lentas',
    statementSlow: ({ statement, milliseconds }, { numberOf }) =>
      `${numberOf(milliseconds)} ms: ${statement}. Busca un bloqueo en pg_stat_activity, un disco lleno o un ANALYZE pendiente.`,
    clockAgrees: () => 'El reloj coincide con el de la base de datos',
    clockDiffers: ({ seconds }, { numberOf }) =>
      `Los relojes del servidor y de la base de datos difieren en ${numberOf(seconds)} segundos. Sincronízalos por NTP.`,
    mailUnset: () =>
      'SMTP_URL no está definido, así que los correos se quedan en el buzón de desarrollo.',
    mailAccepted: () =>
      'El servidor de correo acepta la sesión. regulars send-test-mail envía un correo.',
    mailRefused: ({ reason }) =>
      `El servidor de correo rechaza la sesión o no responde (${reason}). Revisa SMTP_URL.`,
    mailSent: ({ at }, { timeOf }) => `Último correo enviado: ${timeOf(at)}`,
    mailNeverSent: () => 'No se envió ningún correo en la última semana',
    mailFailed: ({ at, reason }, { timeOf }) =>
      `Último fallo: ${timeOf(at)} (${reason}). Los correos se reintentan durante casi tres días.`,
    mailsGivenUp: ({ count }) =>
      `${counted(Number(count), { one: 'Se abandonó # correo', other: 'Se abandonaron # correos' })}. Las líneas email.failed del registro dicen por qué.`,
    recordFound: ({ name, record }) => `${name} tiene ${record}`,
    recordMissing: ({ name, starts }) =>
      `${name} no tiene un registro ${starts}. Tu proveedor de correo dice cuál agregar.`,
    recordUnanswered: ({ name }) => `El DNS no responde por ${name}. Inténtalo más tarde.`,
    dkimFound: ({ name }) => `${name} tiene claves DKIM`,
    dkimMissing: ({ name }) =>
      `${name} no tiene claves DKIM. Tu proveedor de correo dice cuáles agregar.`,
    pushWorks: ({ count }) => `Las claves están listas; ${counted(Number(count), waiting)}`,
    pushWaits: ({ count, minutes }, { numberOf }) =>
      `${counted(Number(count), waiting)}, la más antigua desde hace ${numberOf(Number(minutes) / 60)} horas. El servidor debe llegar a los servicios de notificaciones por https.`,
    walletOff: ({ wallet }) => `${wallet} no está configurado`,
    walletReady: ({ wallet }) => `${wallet} está listo`,
    walletEnds: ({ wallet, on }, { dayOf }) =>
      `El certificado de ${wallet} termina el ${dayOf(on)}. Pide uno nuevo en tu cuenta de desarrollador.`,
    addressAnswers: ({ url, status }) => `${url} responde ${status}`,
    addressForeign: ({ url }) => `Otro programa responde en ${url}. Revisa el proxy.`,
    addressSilent: ({ url, reason }) =>
      `${url} no responde desde aquí (${reason}). Comprueba que el servidor funciona, el DNS, el proxy y el certificado.`,
    certificateLasts: ({ on }, { dayOf }) => `El certificado termina el ${dayOf(on)}`,
    certificateEnds: ({ on }, { dayOf }) =>
      `El certificado termina el ${dayOf(on)}. Averigua por qué no se renueva.`,
    diskFree: ({ gigabytes }) => `${gigabytes} GB libres`,
    diskFull: ({ gigabytes, folder }) =>
      `Solo quedan ${gigabytes} GB en ${folder}. Libera espacio.`,
  },
}
