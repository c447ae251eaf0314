/** Words of the welcome mail that the branding preview shows as well. */
export const welcomeMail = {
  en: {
    heading: (businessName: string) => `You’re a member of ${businessName}`,
    button: 'Open My Card',
  },
  es: {
    heading: (businessName: string) => `Ya eres miembro de ${businessName}`,
    button: 'Abrir mi tarjeta',
  },
}
