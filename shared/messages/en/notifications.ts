// Notifications: what happened, from their parts (shared/notification-words.ts). Each has one for a single item and one for several.
export const notifications = {
  'noted.assigned': '{actor} assigned “{subject}” to you',
  'noted.several.assigned': '{actor} assigned {count, plural, one {# task} other {# tasks}} to you',
  'noted.changed': '{actor} changed “{subject}”',
  'noted.several.changed': '{actor} changed {count, plural, one {# task} other {# tasks}} of yours',
  'noted.done': '{actor} completed “{subject}”',
  'noted.several.done': '{actor} completed {count, plural, one {# task} other {# tasks}} of yours',
  'noted.status': '{actor} changed the status of “{subject}”',
  'noted.several.status':
    '{actor} changed the status of {count, plural, one {# task} other {# tasks}} of yours',
  'noted.section': '{actor} moved “{subject}” to another section',
  'noted.several.section':
    '{actor} moved {count, plural, one {# task} other {# tasks}} of yours to another section',
  'noted.due': '{actor} changed when “{subject}” is due',
  'noted.several.due': '{actor} changed when {count, plural, one {# task} other {# tasks}} of yours are due',
  'noted.archived': '{actor} deleted “{subject}”',
  'noted.several.archived': '{actor} deleted {count, plural, one {# task} other {# tasks}} of yours',
  'noted.commented': '{actor} commented on “{subject}”',
  'noted.several.commented': '{actor} commented on {count, plural, one {# task} other {# tasks}} of yours',
  'noted.mentioned': '{actor} mentioned you on “{subject}”',
  'noted.several.mentioned': '{actor} mentioned you on {count, plural, one {# item} other {# items}}',
  'noted.isDue': '“{subject}” is due',
  'noted.several.isDue': '{count, plural, one {# task is due} other {# tasks are due}}',
  'noted.calendar': 'The calendar “{subject}” cannot be read',
  'noted.several.calendar':
    '{count, plural, one {# calendar cannot be read} other {# calendars cannot be read}}',
  'noted.imported': '“{subject}” was imported',
  'noted.several.imported': '{count, plural, one {# import has ended} other {# imports have ended}}',
  'noted.importFailed': '“{subject}” could not be imported',

  'notifications.count': '{count, plural, one {# notification} other {# notifications}}',
  'notifications.new': '{count, plural, one {# new notification} other {# new notifications}}',
  'notifications.markRead': 'Mark as read',
  'notifications.readAll': 'Read all',
  'notifications.selectOne': 'Select a notification first',
  'notifications.unsupported':
    'This service cannot mark notifications as read from here. That needs a newer version of it.',
  'notifications.notAllowed':
    'Not marked as read: your sign-in lacks the permission. Unfold Notifications and choose “Allow in browser”.',
} as const
