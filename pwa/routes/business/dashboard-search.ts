/** What of the dashboard stands in its address: the tab, who is open, and how customers are listed. */
import {
  type CustomerGroup,
  type CustomerSort,
  customerGroups,
  customerSorts,
} from '#pwa/loyalty/customer-order.ts'
import { readWords, type WordsSearch } from '#pwa/routes/address-words.ts'

export const dashboardTabs = ['customers', 'qr-codes', 'rewards'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

export const dashboardActs = ['create-reward', 'create-qr-code'] as const

/** What of a customer is shown. */
export const customerViews = ['purchase', 'rewards', 'coupons', 'history', 'about'] as const
export type CustomerView = (typeof customerViews)[number]

/** Of a customer's page too, which leads back to the list as it was left. */
export interface DashboardSearch extends WordsSearch {
  tab?: DashboardTab
  customer?: string
  view?: CustomerView
  show?: CustomerGroup
  sort?: CustomerSort
  /** The reward whose form is opened at once. */
  reward?: string
  /** What is opened at once, for whoever was led here to do it. */
  do?: (typeof dashboardActs)[number]
}

/** Whatever an address says, only what can be shown is shown. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const view = customerViews.find((each) => each === search.view)
  const show = customerGroups.find((each) => each === search.show)
  const sort = customerSorts.find((each) => each === search.sort)
  const act = dashboardActs.find((each) => each === search.do)
  const reward = typeof search.reward === 'string' && search.reward
  // What is about rewards opens in their tab, or it would wait for whoever comes there next.
  const isForRewards = act === 'create-reward' || reward
  const tab = isForRewards ? 'rewards' : dashboardTabs.find((each) => each === search.tab)
  const { q } = readWords(search)
  return {
    ...(tab && { tab }),
    ...(typeof search.customer === 'string' && { customer: search.customer }),
    ...(view && { view }),
    ...(q && { q }),
    ...(show && { show }),
    ...(sort && { sort }),
    ...(reward && { reward }),
    ...(act && { do: act }),
  }
}
