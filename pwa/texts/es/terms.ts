/** The terms that a sign-up accepts, in Spanish. */
import type { LegalText } from '#pwa/texts/legal-text.ts'

export const terms: LegalText = {
  title: 'Términos del servicio',
  summary:
    'Inscribirse es gratis. El negocio decide cuánto valen los puntos. El enlace a tu tarjeta es privado, así que no lo compartas. Puedes irte cuando quieras.',
  sections: [
    {
      heading: 'Con quién es este acuerdo',
      paragraphs: [
        'Regulars es una plataforma en la que los negocios llevan sus propios programas de lealtad. Cuando te inscribes en un programa, tu acuerdo es con <b>el negocio que lo lleva</b>; su nombre está en la parte superior de la página. La empresa que opera este sitio le ofrece la plataforma a ese negocio. Cuando abres una cuenta para llevar un programa, tu acuerdo es con la empresa que opera este sitio.',
      ],
      items: [],
    },
    {
      heading: 'Para los miembros de un programa',
      paragraphs: [],
      items: [
        'La membresía es gratuita, no exige ninguna compra y es personal.',
        'Ganas puntos con tus compras según la tasa que publica el negocio. El personal registra la compra y los puntos aparecen en tu tarjeta cuando se confirman.',
        'Los puntos no son dinero. No se pueden cobrar, vender ni transferir, y solo valen en el negocio donde los ganaste.',
        'Una recompensa cuesta los puntos que se indican junto a ella. Al canjearla recibes un cupón de un solo uso, válido hasta la fecha indicada.',
        'Una compra que se devuelve, o que se registró por error, se puede anular, y se quitan sus puntos.',
        'El regalo de bienvenida es uno por persona. Cuando muchas inscripciones vienen de un mismo lugar, el negocio puede revisar un regalo de bienvenida antes de darlo. Mientras tanto tu membresía sigue activa.',
        'Tu tarjeta se abre solo con su enlace. Quien tenga el enlace puede ver tus puntos y canjear tus recompensas, así que cuídalo como una tarjeta de tu cartera. Si alguien más lo tiene, avisa al negocio y podrá reemplazarlo.',
        'Puedes irte cuando quieras. Los puntos sin canjear se pierden al irte.',
      ],
    },
    {
      heading: 'Usar la app sin conexión',
      paragraphs: [
        'La app funciona sin conexión. Lo que registres sin conexión se guarda en el dispositivo, se sincroniza después y cuenta cuando se acepta. Si algo se rechaza, la app te dice por qué.',
      ],
      items: [],
    },
    {
      heading: 'Para los negocios',
      paragraphs: [],
      items: [
        'Necesitas un código de invitación para abrir una cuenta. Cada cuenta es para una sola persona.',
        'Eres responsable de tu programa: sus reglas, sus recompensas, sus textos y el cumplimiento de la ley local.',
        'Usas los datos de tus miembros solo para tu programa y los contactas solo por los medios que aceptaron.',
        'La prueba es gratuita durante 14 días. Cuando termina, o cuando se suspende una cuenta, el panel queda en solo lectura. No se elimina nada, y los cambios sin sincronizar de tus dispositivos se aplican cuando el negocio vuelve a estar activo.',
        'Tus datos son tuyos. Puedes exportarlos cuando quieras, durante la prueba y después.',
      ],
    },
    {
      heading: 'Uso justo',
      paragraphs: [
        'No inscribas a otras personas, no acumules regalos de bienvenida con varios nombres y no intentes acceder a datos que no son tuyos. Las membresías y cuentas que lo hagan se pueden cerrar.',
      ],
      items: [],
    },
    {
      heading: 'Cuando algo sale mal',
      paragraphs: [
        'Construimos la plataforma para que tus datos no se pierdan, pero como cualquier software puede no estar disponible a veces. Nada en estos términos limita los derechos que la ley te da como consumidor.',
      ],
      items: [],
    },
    {
      heading: 'Cambios',
      paragraphs: [
        'Cada versión de estos términos tiene su propio número, y lo que aceptaste se guarda con él. Anunciaremos los cambios importantes antes de que entren en vigor.',
      ],
      items: [],
    },
  ],
}
