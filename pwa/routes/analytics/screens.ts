/** The screens with charts in one file, so that other screens don't load the chart library. */
export {
  OwnAnalyticsScreen,
  ViewedBusinessAnalyticsScreen,
} from '#pwa/routes/business/own-analytics.tsx'
export { PlatformAnalyticsScreen } from './platform-analytics.tsx'
