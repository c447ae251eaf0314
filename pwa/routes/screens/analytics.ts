/** The screens with charts in one file, so that other screens don't load the chart library. */
export {
  OwnAnalyticsScreen,
  ViewedBusinessAnalyticsScreen,
} from '#pwa/routes/analytics/own-analytics.tsx'
export { PlatformAnalyticsScreen } from '#pwa/routes/analytics/platform-analytics.tsx'
