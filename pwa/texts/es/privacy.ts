/** The privacy policy, in Spanish. */
import type { LegalText } from '#pwa/texts/legal-text.ts'

export const privacy: LegalText = {
  title: 'Política de privacidad',
  summary:
    'Guardamos solo lo que necesita una tarjeta de lealtad. Sin rastreadores publicitarios, y nunca vendemos datos. Las promociones son opcionales y puedes cancelarlas cuando quieras.',
  sections: [
    {
      heading: 'Quién es responsable',
      paragraphs: [
        'Cuando te inscribes en un programa, <b>el negocio que lo lleva</b> decide para qué se usan tus datos. La empresa que opera este sitio los guarda en su nombre. En las cuentas de quienes llevan un programa, la responsable es la empresa que opera este sitio.',
      ],
      items: [],
    },
    {
      heading: 'Qué guardamos de los miembros',
      paragraphs: [],
      items: [
        'Tu nombre y apellido, tu correo electrónico y tu teléfono, si lo das. El día y el mes de tu cumpleaños, si los das, para un regalo; nunca el año.',
        'Tus puntos, las compras de las que vienen (importe y hora, no lo que compraste), tus recompensas y tus cupones.',
        'Lo que aceptaste y lo que no, con la versión, la fecha y la pantalla.',
        'Una breve descripción que envía tu navegador al inscribirte: su nombre, idioma, plataforma, tamaño de pantalla y zona horaria. La usamos solo como etiqueta, por ejemplo «se inscribió con un iPhone», nunca para reconocerte en otro lugar. No tomamos una huella de tu dispositivo a menos que lo aceptes.',
        'La dirección IP desde la que te inscribes, hasta por 90 días, para evitar abusos del regalo de bienvenida.',
      ],
    },
    {
      heading: 'Qué guardamos de las cuentas',
      paragraphs: [
        'Tu nombre, correo electrónico, teléfono y foto si los agregas, una contraseña que solo se guarda cifrada como hash, tus sesiones y un registro de actividad de la cuenta.',
      ],
      items: [],
    },
    {
      heading: 'Quién lo ve',
      paragraphs: [],
      items: [
        'El personal de la caja ve tu nombre, tus puntos y partes de tu correo y tu teléfono, para poder encontrarte.',
        'El propietario del negocio puede ver todo lo que el negocio tiene sobre ti.',
        'Los demás negocios no ven nada. Los datos están aislados en la base de datos.',
        'Los administradores de la plataforma pueden consultar los datos de un negocio para dar soporte. Cada consulta queda registrada.',
      ],
    },
    {
      heading: 'En tu dispositivo',
      paragraphs: [
        'Para funcionar sin conexión, la app guarda tu tarjeta, o lo que necesita tu trabajo en la caja, en el almacenamiento del navegador. Al cerrar sesión se borra, salvo los cambios sin sincronizar, que quedan cifrados. Quienes tienen cuenta reciben hasta tres cookies: una mantiene la sesión, otra reconoce los dispositivos que ya usaste y otra cuenta los cambios sin sincronizar. Un teléfono o una tableta con inscripciones sin enviar recibe una que los cuenta. El idioma que eliges también se guarda en una cookie. No hay cookies de publicidad ni de estadísticas, y nada de la página se carga desde otras empresas.',
      ],
      items: [],
    },
    {
      heading: 'Mensajes',
      paragraphs: [
        'Los correos, los mensajes de texto y las notificaciones son tres opciones distintas, y ninguna viene marcada. Cada correo promocional tiene un enlace para cancelarlo con un clic. Los mensajes que el programa necesita, como el enlace a tu tarjeta o un código, no dependen de estas opciones.',
      ],
      items: [],
    },
    {
      heading: 'Cuánto tiempo',
      paragraphs: [
        'Mientras seas miembro o tengas una cuenta. Cuando se eliminan tus datos, se quita todo lo que te identifica. Los importes y los puntos se quedan sin tu nombre, para que cuadren los registros del negocio.',
      ],
      items: [],
    },
    {
      heading: 'Tus derechos',
      paragraphs: [
        'Puedes ver, corregir, exportar y eliminar tus datos, retirar tu consentimiento y oponerte a cómo los usamos. Pídelo al negocio; confirmamos por correo las exportaciones y eliminaciones para que nadie más pueda pedirlas. También puedes presentar una reclamación ante tu autoridad de protección de datos.',
      ],
      items: [],
    },
  ],
}
