/** The dashboard's search parameters: the tab, the open customer, and the list's filters. */
import {
  type CustomerGroup,
  type CustomerSort,
  customerGroups,
  customerSorts,
} from '#pwa/loyalty/customer-order.ts'
import { readWords, type WordsSearch } from '#pwa/routes/forms/address-words.ts'

const dashboardTabs = ['customers', 'qr-codes', 'rewards'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

const dashboardActs = ['create-reward', 'create-qr-code'] as const

/** The tabs of a customer. */
const customerViews = ['purchase', 'rewards', 'coupons', 'history', 'about'] as const
export type CustomerView = (typeof customerViews)[number]

/** Also used by a customer's page, whose back link restores the list. */
export interface DashboardSearch extends WordsSearch {
  tab?: DashboardTab
  customer?: string
  view?: CustomerView
  show?: CustomerGroup
  sort?: CustomerSort
  /** The member whom the dialog on a customer's page joins with the customer. */
  join?: string
  /** The reward whose form opens at once. */
  reward?: string
  /** The dialog that opens at once, for links that lead to an action. */
  do?: (typeof dashboardActs)[number]
}

/** Ignores values that the dashboard doesn't have. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const view = customerViews.find((each) => each === search.view)
  const show = customerGroups.find((each) => each === search.show)
  const sort = customerSorts.find((each) => each === search.sort)
  const act = dashboardActs.find((each) => each === search.do)
  const reward = typeof search.reward === 'string' && search.reward
  // Reward links open the rewards tab. On another tab, the form would pop up whenever someone
  // opened Rewards later.
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
    ...(typeof search.join === 'string' && { join: search.join }),
    ...(reward && { reward }),
    ...(act && { do: act }),
  }
}
