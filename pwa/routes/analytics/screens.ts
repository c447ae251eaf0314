/** The screens with charts, in one file: nobody else loads what draws them. */
export {
  OwnAnalyticsScreen,
  ViewedBusinessAnalyticsScreen,
} from '#pwa/routes/business/own-analytics.tsx'
export { PlatformAnalyticsScreen } from './platform-analytics.tsx'
