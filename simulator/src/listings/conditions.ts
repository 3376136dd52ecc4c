/** The five conditions, in the spelling of each part of the API. */
export const CONDITIONS = {
  new_new: { code: 11, type: 'New', subCondition: 'New', batchSubCondition: 'New', order: ['NEW', 'NEW'], fba: 'NewItem' },
  used_like_new: { code: 1, type: 'Used', subCondition: 'Mint', batchSubCondition: 'Mint', order: ['USED', 'MINT'], fba: 'UsedLikeNew' },
  used_very_good: { code: 2, type: 'Used', subCondition: 'Very Good', batchSubCondition: 'VeryGood', order: ['USED', 'VERY_GOOD'], fba: 'UsedVeryGood' },
  used_good: { code: 3, type: 'Used', subCondition: 'Good', batchSubCondition: 'Good', order: ['USED', 'GOOD'], fba: 'UsedGood' },
  used_acceptable: { code: 4, type: 'Used', subCondition: 'Acceptable', batchSubCondition: 'Acceptable', order: ['USED', 'ACCEPTABLE'], fba: 'UsedAcceptable' },
} as const;
export type ConditionType = keyof typeof CONDITIONS;
