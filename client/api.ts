// Types of the API. Written by scripts/client-types.ts from the document of the service; do not change by hand.

/** Resources, by name. */
export type Schemas = {
  Error: {
    /** Why the request was refused. */
    error: {
      /** What is wrong, for programs. */
      code: 'invalid_json' | 'validation_error' | 'missing_field' | 'unknown_field' | 'ambiguous_field' | 'duplicate_field' | 'invalid_value' | 'invalid_cursor' | 'invalid_target' | 'unsupported_event' | 'unsafe_url' | 'calendar_unreachable' | 'not_a_calendar' | 'calendar_too_large' | 'invalid_file' | 'insufficient_scope' | 'unsupported_token_kind' | 'forbidden' | 'plan_required' | 'not_found' | 'record_archived' | 'task_archived' | 'method_not_allowed' | 'id_conflict' | 'version_conflict' | 'cursor_expired' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'workspace_locked' | 'rate_limited' | 'internal_error' | 'unavailable'
      /** What is wrong, for developers. */
      message: string
      /** Identifies the request in the log of the service. */
      requestId: string
      /** Each problem with the request. */
      details?: ({
        /** Where in the body or the query. */
        path: (string | number)[]
        /** A code of `error.code`, or: `invalid_type`, another type; `too_small`, too short, too few or too low; `too_big`, too long, too many or too high; `invalid_format`, another form of text; `not_multiple_of`, no multiple of what it must be; `invalid_union`, none of the shapes that are allowed; `invalid_key`, a name that is not allowed; `custom`, against the rule that `message` says; `changed`, changed since `base_version`. */
        code: string
        /** What is wrong, for developers. */
        message: string
      })[] | undefined
      /** Why an import was refused, for words in other languages. */
      reason?: {
        /** What is wrong, for programs. It never changes its meaning. */
        code: string
        /** The values that its sentence names. */
        params?: Record<string, string | number> | undefined
      } | undefined
    }
  }
  Webhook: {
    /** Id of the endpoint. */
    id: string
    /** Target of the events. */
    url: string
    /** Names of the events that it gets. */
    events: string[]
    /** A note for people, or null. */
    description: string | null
    /** Whether it gets events. */
    status: 'enabled' | 'disabled'
    /** Why the endpoint was disabled; null while enabled. */
    disabledReason: string | null
    /** An auth-user ID. */
    createdBy: string
    /** When it was created. */
    createdAt: string
    /** When it last changed. */
    updatedAt: string
  }
  CreatedWebhook: {
    /** Id of the endpoint. */
    id: string
    /** Target of the events. */
    url: string
    /** Names of the events that it gets. */
    events: string[]
    /** A note for people, or null. */
    description: string | null
    /** Whether it gets events. */
    status: 'enabled' | 'disabled'
    /** Why the endpoint was disabled; null while enabled. */
    disabledReason: string | null
    /** An auth-user ID. */
    createdBy: string
    /** When it was created. */
    createdAt: string
    /** When it last changed. */
    updatedAt: string
    /** The signing secret (`whsec_…`). Shown this once. */
    secret: string
  }
  RotatedWebhook: {
    /** Id of the endpoint. */
    id: string
    /** Target of the events. */
    url: string
    /** Names of the events that it gets. */
    events: string[]
    /** A note for people, or null. */
    description: string | null
    /** Whether it gets events. */
    status: 'enabled' | 'disabled'
    /** Why the endpoint was disabled; null while enabled. */
    disabledReason: string | null
    /** An auth-user ID. */
    createdBy: string
    /** When it was created. */
    createdAt: string
    /** When it last changed. */
    updatedAt: string
    /** The signing secret (`whsec_…`). Shown this once. */
    secret: string
    /** Until when the old secret also signs; null if it does not. */
    previousSecretExpiresAt: string | null
  }
  WebhookDelivery: {
    /** Id of the event, also sent as the header `webhook-id` with every attempt. */
    id: string
    /** Name of the event. */
    event: string
    /** What became of it. */
    status: 'pending' | 'delivered' | 'failed' | 'cancelled'
    /** Finished attempts. */
    attempts: number
    /** When the event was made. */
    createdAt: string
    /** When it was last tried, or null. */
    lastAttemptAt: string | null
    /** Null unless `status` is `pending`. */
    nextAttemptAt: string | null
    /** Milliseconds that the last attempt took, or null. */
    durationMs: number | null
    /** Response to the last attempt; null if there was none. */
    response: {
      /** HTTP status. */
      status: number
      /** The first 4 kB of the body; null unless the owner of the key is an owner or an admin. */
      body: string | null
      /** `base64` if the body is not text. */
      encoding: 'utf-8' | 'base64'
    } | null
    /** Why the last attempt failed; null if it succeeded. */
    error: string | null
  }
  Identity: {
    /** The workspace of the key. */
    workspace: {
      /** Id of the workspace. */
      id: string
      /** Name for people. */
      name: string
      /** Its short name. */
      slug: string
    } | null
    /** The scopes in force. */
    scopes: ('objects:read' | 'records:read' | 'records:write' | 'comments:write' | 'tasks:read' | 'tasks:write' | 'webhooks:read' | 'webhooks:write' | 'env:read' | 'env:write' | 'meetings:read' | 'meetings:write' | 'notifications:read' | 'notifications:write')[]
    /** Id of the key; not the token. */
    keyId: string
  }
  Object: {
    /** Id of the object. */
    id: string
    /** Its short name, as paths take it. */
    slug: string
    /** Name of one record. */
    singularName: string
    /** Name of several records. */
    pluralName: string
    /** When it was created. */
    createdAt: string
  }
  Field: Schemas['PlainField'] | Schemas['ChoiceField'] | Schemas['CurrencyField'] | Schemas['RatingField'] | Schemas['RecordReferenceField'] | Schemas['UserReferenceField']
  Record: {
    /** A UUID. */
    id: string
    /** Id of its object. */
    objectTypeId: string
    /** The value of the primary field, as text. */
    title: string
    /** URL of a picture, or null. */
    avatarUrl: string | null
    /** Values by field id. Fields without a value are absent. */
    values: Record<string, unknown>
    /** Whether it is archived. */
    archived: boolean
    /** An auth-user ID. */
    createdBy: string
    /** When it was created. */
    createdAt: string
    /** When it last changed. */
    updatedAt: string
  }
  /** A group of filters, or tests by field. All parts must pass. */
  RecordFilter: {
    /** All of these pass. */
    $and?: Schemas['RecordFilter'][] | undefined
    /** At least one of these passes. */
    $or?: Schemas['RecordFilter'][] | undefined
    /** This fails. */
    $not?: Schemas['RecordFilter'] | undefined
  } | Record<string, Schemas['FieldTests']>
  Comment: {
    /** Id of the comment. */
    id: string
    /** Plain text. */
    content: string
    /** An auth-user ID. */
    createdBy: string
    /** When it was created. */
    createdAt: string
    /** When it last changed. */
    updatedAt: string
    /** Id of its record. */
    recordId: string
    /** Auth-user IDs of the members that it mentions; absent for none. */
    mentions?: string[] | undefined
  }
  TaskComment: {
    /** Id of the comment. */
    id: string
    /** Plain text. */
    content: string
    /** An auth-user ID. */
    createdBy: string
    /** When it was created. */
    createdAt: string
    /** When it last changed. */
    updatedAt: string
    /** Id of its task. */
    taskId: string
    /** Auth-user IDs of the members that it mentions; absent for none. */
    mentions?: string[] | undefined
  }
  Task: {
    /** A UUID. */
    id: string
    /** Plain text. */
    title: string
    /** Plain text, or null. */
    description: string | null
    /** The slug of a task status. */
    status: string
    /** Priority of the task. */
    priority: 'no_priority' | 'low' | 'medium' | 'high' | 'urgent'
    /** Auth-user IDs. */
    assignees: string[]
    /** When work begins, or null. */
    start_date: string | null
    /** When it is due, or null. */
    dueDate: string | null
    /** Id of the task above it, or null. */
    parent_task_id: string | null
    /** Minutes worked. */
    timeLogged: number
    /** Its running timer, or null. */
    timerState: {
      /** When it began. */
      startedAt: string
      /** An auth-user ID. */
      personId: string
    } | null
    /** Minutes, or null. */
    estimatedTime: number | null
    /** How it comes again, or null. */
    recurrence: {
      /** An RRULE (RFC 5545) without DTSTART, daily or less often: `FREQ=WEEKLY;BYDAY=MO`. */
      rule: string
      /** Whether the next date is counted from the due date or from the day of completion. */
      after: 'due' | 'completion'
    } | null
    /** Whether it is archived. */
    archived: boolean
    /** An auth-user ID. */
    createdBy: string
    /** When it was created. */
    createdAt: string
    /** When it last changed. */
    updatedAt: string
    /** The next instance, in the answer of the change that completed this one. */
    next_task_id?: string | undefined
  }
  TaskStatus: {
    /** Id of the status. */
    id: string
    /** Name for people. */
    name: string
    /** What a task’s `status` holds. */
    slug: string
    /** A hexadecimal color. */
    color: string
    /** Name of an icon, or null. */
    icon: string | null
    /** Place in the order. */
    position: number
    /** Whether it means completion. */
    isComplete: boolean
    /** Whether new tasks have it. */
    isDefault: boolean
  }
  WorkspaceMember: {
    /** An auth-user ID, as `assignees` and `createdBy` hold it. */
    id: string
    /** The person’s name. */
    name: string
    /** The role in the workspace. */
    role: 'owner' | 'admin' | 'member'
  }
  ChangePage: {
    /** Oldest first. */
    data: Schemas['Change'][]
    /** The `after` of the next request. Always there, also on an empty page, which may be followed by changes. */
    next_cursor: string
  }
  PlainField: {
    /** Id of the field, by which answers name it. */
    id: string
    /** Its short name. Two fields of an object can share one. */
    slug: string
    /** Name for people. */
    name: string
    /** What its values are. */
    type: 'text' | 'long_text' | 'number' | 'checkbox' | 'date' | 'datetime' | 'email' | 'url' | 'phone' | 'location' | 'json'
    /** Whether every record has a value. */
    required: boolean
    /** Whether its value is the title. One field of an object is primary. */
    primary: boolean
    /** Whether the service ignores what is written to it. */
    readOnly: boolean
    /** What else is known of its values; null where there is nothing. */
    options: null
  }
  ChoiceField: {
    /** Id of the field, by which answers name it. */
    id: string
    /** Its short name. Two fields of an object can share one. */
    slug: string
    /** Name for people. */
    name: string
    /** What its values are. */
    type: 'select' | 'multi_select' | 'status'
    /** Whether every record has a value. */
    required: boolean
    /** Whether its value is the title. One field of an object is primary. */
    primary: boolean
    /** Whether the service ignores what is written to it. */
    readOnly: boolean
    /** What else is known of its values; null where there is nothing. */
    options: {
      /** What a value can be. */
      choices: ({
        /** What a value holds. */
        id: string
        /** Name for people. */
        name: string
        /** A hexadecimal color. */
        color: string
      })[]
    }
  }
  CurrencyField: {
    /** Id of the field, by which answers name it. */
    id: string
    /** Its short name. Two fields of an object can share one. */
    slug: string
    /** Name for people. */
    name: string
    /** What its values are. */
    type: 'currency'
    /** Whether every record has a value. */
    required: boolean
    /** Whether its value is the title. One field of an object is primary. */
    primary: boolean
    /** Whether the service ignores what is written to it. */
    readOnly: boolean
    /** What else is known of its values; null where there is nothing. */
    options: {
      /** An ISO 4217 code. */
      currencyCode: string
    }
  }
  RatingField: {
    /** Id of the field, by which answers name it. */
    id: string
    /** Its short name. Two fields of an object can share one. */
    slug: string
    /** Name for people. */
    name: string
    /** What its values are. */
    type: 'rating'
    /** Whether every record has a value. */
    required: boolean
    /** Whether its value is the title. One field of an object is primary. */
    primary: boolean
    /** Whether the service ignores what is written to it. */
    readOnly: boolean
    /** What else is known of its values; null where there is nothing. */
    options: {
      /** The highest rating. */
      maximum: number
    } | null
  }
  RecordReferenceField: {
    /** Id of the field, by which answers name it. */
    id: string
    /** Its short name. Two fields of an object can share one. */
    slug: string
    /** Name for people. */
    name: string
    /** What its values are. */
    type: 'record_reference'
    /** Whether every record has a value. */
    required: boolean
    /** Whether its value is the title. One field of an object is primary. */
    primary: boolean
    /** Whether the service ignores what is written to it. */
    readOnly: boolean
    /** What else is known of its values; null where there is nothing. */
    options: {
      /** Allowed slugs of objects. Absent allows any. */
      objects?: string[] | undefined
      /** Whether the field holds a list. */
      multiple?: boolean | undefined
    } | null
  }
  UserReferenceField: {
    /** Id of the field, by which answers name it. */
    id: string
    /** Its short name. Two fields of an object can share one. */
    slug: string
    /** Name for people. */
    name: string
    /** What its values are. */
    type: 'user_reference'
    /** Whether every record has a value. */
    required: boolean
    /** Whether its value is the title. One field of an object is primary. */
    primary: boolean
    /** Whether the service ignores what is written to it. */
    readOnly: boolean
    /** What else is known of its values; null where there is nothing. */
    options: {
      /** Whether the field holds a list. */
      multiple?: boolean | undefined
    } | null
  }
  /** Tests of one field. All must pass. */
  FieldTests: {
    /** The value is this one. */
    $eq?: string | number | boolean | undefined
    /** The value is one of these. */
    $in?: (string | number | boolean)[] | undefined
    /** The value is greater, or later. */
    $gt?: string | number | undefined
    /** The value is greater, later or equal. */
    $gte?: string | number | undefined
    /** The value is less, or earlier. */
    $lt?: string | number | undefined
    /** The value is less, earlier or equal. */
    $lte?: string | number | undefined
    /** The text contains this one, ignoring case and accents; the list contains it. */
    $contains?: string | undefined
    /** The text begins with this one, ignoring case and accents. */
    $starts_with?: string | undefined
    /** Whether the field has no value. */
    $empty?: boolean | undefined
  }
  Change: {
    /** Kind of the item. */
    kind: 'record' | 'task' | 'comment' | 'meeting'
    /** Id of the item. */
    id: string
    /** What happened. `gone`: the change took the item out of the caller’s sight, for example a task that was assigned to somebody else. */
    action: 'created' | 'updated' | 'archived' | 'restored' | 'deleted' | 'gone'
    /** The record or task that a comment is on; null for other kinds. */
    item: {
      /** Kind of the item. */
      kind: 'record' | 'task'
      /** Id of the item. */
      id: string
    } | null
    /** What made the change. */
    actor: {
      /** A person in the browser, an access key, a program that a person signed in to (such as the launcher), an assistant that acts for a person, an import, the reading of a calendar, or the operator’s command line. */
      type: 'person' | 'key' | 'sign_in' | 'assistant' | 'import' | 'calendar' | 'operator'
      /** Id of the key, the import or the calendar. Of an assistant: the address of its client metadata document, or `svc mcp`. Of a person, a sign-in and the operator: auth-user ID. */
      id: string
      /** Name of the key or the person; of an assistant its host and the person’s name; of an import or a calendar, that of the person whose it is. Null if it is not known. */
      name: string | null
    }
    /** When it was made. Clocks can go back: the order is that of the list. */
    at: string
  }
}

/** Operations, by method and path. */
export type Routes = {
  /** All event names that can be subscribed to */
  'GET /v1/webhooks/events': {
    answer: {
      /** The items, in order. */
      data: string[]
    }
  }
  /** All webhook endpoints of the workspace, oldest first */
  'GET /v1/webhooks': {
    answer: {
      /** The items, in order. */
      data: Schemas['Webhook'][]
    }
  }
  /** Send events to an endpoint from now on */
  'POST /v1/webhooks': {
    body: {
      /** Target of the events: an `https` URL of a public host. */
      url: string
      /** Event names from `GET /v1/webhooks/events`. Replaces the subscription. */
      events: string[]
      /** A note for people, or null. */
      description?: string | null | undefined
    }
    answer: {
      data: Schemas['CreatedWebhook']
    }
  }
  /** One webhook endpoint */
  'GET /v1/webhooks/{id}': {
    path: {
      /** The endpoint’s id. */
      id: string
    }
    answer: {
      data: Schemas['Webhook']
    }
  }
  /** Change, disable or enable an endpoint */
  'PATCH /v1/webhooks/{id}': {
    path: {
      /** The endpoint’s id. */
      id: string
    }
    body?: {
      /** Target of the events: an `https` URL of a public host. */
      url?: string | undefined
      /** Event names from `GET /v1/webhooks/events`. Replaces the subscription. */
      events?: string[] | undefined
      /** A note for people, or null. */
      description?: string | null | undefined
      /** `disabled` cancels pending deliveries, `enabled` sends events from now on. */
      status?: 'enabled' | 'disabled' | undefined
    } | undefined
    answer: {
      data: Schemas['Webhook']
    }
  }
  /** Delete an endpoint; nothing more is sent to it */
  'DELETE /v1/webhooks/{id}': {
    path: {
      /** The endpoint’s id. */
      id: string
    }
    answer: {
      data: Schemas['Webhook']
    }
  }
  /** Give an endpoint a new signing secret */
  'POST /v1/webhooks/{id}/rotate-secret': {
    path: {
      /** The endpoint’s id. */
      id: string
    }
    body?: {
      /** How long the old secret also signs. Default: one day. */
      grace_seconds?: number | undefined
    } | undefined
    answer: {
      data: Schemas['RotatedWebhook']
    }
  }
  /** Send an example to an endpoint */
  'POST /v1/webhooks/{id}/test': {
    path: {
      /** The endpoint’s id. */
      id: string
    }
    body?: {
      /** An event of the subscription. Default: the first one. */
      event?: string | undefined
    } | undefined
    answer: {
      data: Schemas['WebhookDelivery']
    }
  }
  /** List the deliveries of an endpoint, newest first */
  'GET /v1/webhooks/{id}/deliveries': {
    path: {
      /** The endpoint’s id. */
      id: string
    }
    query?: {
      /** `next_cursor` of the previous page, unchanged. */
      cursor?: string | undefined
      /** Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25. */
      limit?: number | undefined
    } | undefined
    answer: {
      /** The items, in order. */
      data: Schemas['WebhookDelivery'][]
      /** Whether there is a next page. */
      has_more: boolean
      /** The `cursor` of the next page; null on the last page. */
      next_cursor: string | null
    }
  }
  /** Send an event to an endpoint again */
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/resend': {
    path: {
      /** The endpoint’s id. */
      id: string
      /** The delivery’s id. */
      deliveryId: string
    }
    answer: {
      data: Schemas['WebhookDelivery']
    }
  }
  /** The workspace, the scopes and the id of the key */
  'GET /v1/whoami': {
    answer: {
      data: Schemas['Identity']
    }
  }
  /** All objects of the workspace */
  'GET /v1/objects': {
    answer: {
      /** The items, in order. */
      data: Schemas['Object'][]
    }
  }
  /** All fields of an object */
  'GET /v1/objects/{object}/fields': {
    path: {
      /** The object’s id or slug. */
      object: string
    }
    answer: {
      /** The items, in order. */
      data: Schemas['Field'][]
    }
  }
  /** Records, newest first */
  'GET /v1/records': {
    query?: {
      /** Id or slug of the object. Without it, records of all objects. */
      object?: string | undefined
      /** `next_cursor` of the previous page, with the same filters. */
      cursor?: string | undefined
      /** Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25. */
      limit?: number | undefined
      /** `true` includes archived records. */
      include_archived?: boolean | undefined
    } | undefined
    answer: {
      /** The items, in order. */
      data: Schemas['Record'][]
      /** Whether there is a next page. */
      has_more: boolean
      /** The `cursor` of the next page; null on the last page. */
      next_cursor: string | null
    }
  }
  /** Create a record */
  'POST /v1/records': {
    body: {
      /** Values by field id or slug, each field once. null clears a value; omitted fields stay unchanged. */
      values: Record<string, unknown>
    } & ({ object: string; object_type_id?: never } | { object_type_id: string; object?: never })
    answer: {
      data: Schemas['Record']
    }
  }
  /** One record, archived or not */
  'GET /v1/records/{id}': {
    path: {
      /** The record’s id. */
      id: string
    }
    answer: {
      data: Schemas['Record']
    }
  }
  /** Create a record under an id of your own, or merge into it */
  'PUT /v1/records/{id}': {
    path: {
      /** A UUID of the caller’s choice. */
      id: string
    }
    body: {
      /** Values by field id or slug, each field once. null clears a value; omitted fields stay unchanged. */
      values: Record<string, unknown>
    } & ({ object: string; object_type_id?: never } | { object_type_id: string; object?: never })
    answer: {
      data: Schemas['Record']
    }
  }
  /** Change the values that are supplied */
  'PATCH /v1/records/{id}': {
    path: {
      /** The record’s id. */
      id: string
    }
    body: {
      /** Values by field id or slug, each field once. null clears a value; omitted fields stay unchanged. */
      values: Record<string, unknown>
    }
    answer: {
      data: Schemas['Record']
    }
  }
  /** Archive a record; repeating it changes nothing */
  'DELETE /v1/records/{id}': {
    path: {
      /** The record’s id. */
      id: string
    }
    answer: {
      data: Schemas['Record']
    }
  }
  /** Make an archived record active */
  'POST /v1/records/{id}/restore': {
    path: {
      /** The record’s id. */
      id: string
    }
    answer: {
      data: Schemas['Record']
    }
  }
  /** Query the records of an object with a filter and sorts */
  'POST /v1/records/query': {
    body: {
      /** Id or slug of the object. */
      object: string
      /** Conditions on fields, such as `{"name": {"$contains": "works"}}`. Default: all records. */
      filter?: Schemas['RecordFilter'] | undefined
      /** In order of precedence. Default: newest first. */
      sorts?: ({
        /** A field’s id or slug, or `title`, `created_at` or `updated_at`. */
        field: string
        /** Ascending or descending. */
        direction?: 'asc' | 'desc' | undefined
      })[] | undefined
      /** Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25. */
      limit?: number | undefined
      /** `next_cursor` of the previous page, with the same query. */
      cursor?: string | null | undefined
    }
    answer: {
      /** The items, in order. */
      data: Schemas['Record'][]
      /** Whether there is a next page. */
      has_more: boolean
      /** The `cursor` of the next page; null on the last page. */
      next_cursor: string | null
    }
  }
  /** Write many records, all or none */
  'POST /v1/records/batch': {
    body: {
      /** Operations in order. */
      operations: ({
        /** Values by field id or slug, each field once. null clears a value; omitted fields stay unchanged. */
        values: Record<string, unknown>
        /** What to do. */
        op: 'create'
      } & ({ object: string; object_type_id?: never } | { object_type_id: string; object?: never }) | {
        /** Values by field id or slug, each field once. null clears a value; omitted fields stay unchanged. */
        values: Record<string, unknown>
        /** What to do. */
        op: 'upsert'
        /** A UUID of the caller’s choice. */
        id: string
        /** As the header `If-Match` of the single route. */
        if_match?: string | undefined
      } & ({ object: string; object_type_id?: never } | { object_type_id: string; object?: never }) | {
        /** What to do. */
        op: 'update'
        /** The record’s id. */
        id: string
        /** Values by field id or slug, each field once. null clears a value; omitted fields stay unchanged. */
        values: Record<string, unknown>
        /** As the header `If-Match` of the single route. */
        if_match?: string | undefined
      } | {
        /** What to do. */
        op: 'archive'
        /** The record’s id. */
        id: string
        /** As the header `If-Match` of the single route. */
        if_match?: string | undefined
      } | {
        /** What to do. */
        op: 'restore'
        /** The record’s id. */
        id: string
        /** As the header `If-Match` of the single route. */
        if_match?: string | undefined
      })[]
    }
    answer: {
      /** The results, in the order of the operations. */
      data: ({
        /** What was done. */
        op: 'create' | 'upsert' | 'update' | 'archive' | 'restore'
        /** The status of the single route. */
        status: 200 | 201
        record: Schemas['Record']
      })[]
    }
  }
  /** Add a comment to the activity of a record */
  'POST /v1/records/{id}/comments': {
    path: {
      /** The record’s id. */
      id: string
    }
    body: {
      /** Plain text with at least one visible character. */
      content: string
      /** Auth-user IDs of members who see what is commented on; they are notified. `content` names them in words of its own, such as `@Lena`. */
      mentions?: string[] | undefined
    }
    answer: {
      data: Schemas['Comment']
    }
  }
  /** The comments on a record, newest first */
  'GET /v1/records/{id}/comments': {
    path: {
      /** The record’s id. */
      id: string
    }
    query?: {
      /** `next_cursor` of the previous page, for the same item. */
      cursor?: string | undefined
      /** Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25. */
      limit?: number | undefined
    } | undefined
    answer: {
      /** The items, in order. */
      data: Schemas['Comment'][]
      /** Whether there is a next page. */
      has_more: boolean
      /** The `cursor` of the next page; null on the last page. */
      next_cursor: string | null
    }
  }
  /** Comment on a task */
  'POST /v1/tasks/{taskId}/comments': {
    path: {
      /** The task’s id. */
      taskId: string
    }
    body: {
      /** Plain text with at least one visible character. */
      content: string
      /** Auth-user IDs of members who see what is commented on; they are notified. `content` names them in words of its own, such as `@Lena`. */
      mentions?: string[] | undefined
    }
    answer: {
      data: Schemas['TaskComment']
    }
  }
  /** The comments on a task, newest first */
  'GET /v1/tasks/{taskId}/comments': {
    path: {
      /** The task’s id. */
      taskId: string
    }
    query?: {
      /** `next_cursor` of the previous page, for the same item. */
      cursor?: string | undefined
      /** Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25. */
      limit?: number | undefined
    } | undefined
    answer: {
      /** The items, in order. */
      data: Schemas['TaskComment'][]
      /** Whether there is a next page. */
      has_more: boolean
      /** The `cursor` of the next page; null on the last page. */
      next_cursor: string | null
    }
  }
  /** Tasks that the key’s owner sees, newest first */
  'GET /v1/tasks': {
    query?: {
      /** `next_cursor` of the previous page, unchanged. */
      cursor?: string | undefined
      /** Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25. */
      limit?: number | undefined
      /** `true` includes archived tasks. */
      include_archived?: boolean | undefined
      /** The slug of a task status. */
      status?: string | undefined
      /** Whether the status means completion. */
      is_complete?: boolean | undefined
      /** Priority of the task. */
      priority?: 'no_priority' | 'low' | 'medium' | 'high' | 'urgent' | undefined
      /** An auth-user ID, or `me` for the key’s owner. */
      assignee?: string | undefined
      /** Direct subtasks of this task. */
      parent_task_id?: string | undefined
      /** Tasks linked to this record. */
      linked_record_id?: string | undefined
      /** Changed after this time, Unix milliseconds. */
      updated_after?: number | undefined
      /** Due after this time, Unix milliseconds. */
      due_after?: number | undefined
      /** Due before this time, Unix milliseconds. */
      due_before?: number | undefined
    } | undefined
    answer: {
      /** The items, in order. */
      data: Schemas['Task'][]
      /** Whether there is a next page. */
      has_more: boolean
      /** The `cursor` of the next page; null on the last page. */
      next_cursor: string | null
    }
  }
  /** Create a task */
  'POST /v1/tasks': {
    body: {
      /** Plain text with at least one visible character. */
      title: string
      /** Plain text; empty for none. */
      description?: string | undefined
      /** The slug of a task status. */
      status?: string | undefined
      /** Priority of the task. */
      priority?: 'no_priority' | 'low' | 'medium' | 'high' | 'urgent' | undefined
      /** Unix milliseconds, not later than the due date. */
      start_date?: number | null | undefined
      /** Unix milliseconds. */
      due_date?: number | null | undefined
      /** A task that is visible to the caller. */
      parent_task_id?: string | null | undefined
      /** Auth-user IDs of members; replaces the list. */
      assignees?: string[] | undefined
      /** Minutes. */
      estimated_time?: number | null | undefined
      /** How it comes again; null ends it. */
      recurrence?: {
        /** An RRULE (RFC 5545) without DTSTART, daily or less often: `FREQ=WEEKLY;BYDAY=MO`. */
        rule: string
        /** Whether the next date is counted from the due date or from the day of completion. */
        after: 'due' | 'completion'
      } | null | undefined
      /** Active records of the workspace. */
      linked_record_ids?: string[] | undefined
    }
    answer: {
      data: Schemas['Task']
    }
  }
  /** One task, archived or not */
  'GET /v1/tasks/{taskId}': {
    path: {
      /** The task’s id. */
      taskId: string
    }
    answer: {
      data: Schemas['Task']
    }
  }
  /** Change what is supplied of a task */
  'PATCH /v1/tasks/{taskId}': {
    path: {
      /** The task’s id. */
      taskId: string
    }
    body?: {
      /** Plain text with at least one visible character. */
      title?: string | undefined
      /** Plain text; empty for none. */
      description?: string | undefined
      /** The slug of a task status. */
      status?: string | undefined
      /** Priority of the task. */
      priority?: 'no_priority' | 'low' | 'medium' | 'high' | 'urgent' | undefined
      /** Unix milliseconds, not later than the due date. */
      start_date?: number | null | undefined
      /** Unix milliseconds. */
      due_date?: number | null | undefined
      /** A task that is visible to the caller. */
      parent_task_id?: string | null | undefined
      /** Auth-user IDs of members; replaces the list. */
      assignees?: string[] | undefined
      /** Minutes. */
      estimated_time?: number | null | undefined
      /** How it comes again; null ends it. */
      recurrence?: {
        /** An RRULE (RFC 5545) without DTSTART, daily or less often: `FREQ=WEEKLY;BYDAY=MO`. */
        rule: string
        /** Whether the next date is counted from the due date or from the day of completion. */
        after: 'due' | 'completion'
      } | null | undefined
      /** Has no effect outside creation (TSK-04). */
      linked_record_ids?: unknown
    } | undefined
    answer: {
      data: Schemas['Task']
    }
  }
  /** Archive a task; repeating it changes nothing */
  'DELETE /v1/tasks/{taskId}': {
    path: {
      /** The task’s id. */
      taskId: string
    }
    answer: {
      data: Schemas['Task']
    }
  }
  /** All task statuses of the workspace, in their order */
  'GET /v1/task-statuses': {
    answer: {
      /** The items, in order. */
      data: Schemas['TaskStatus'][]
    }
  }
  /** All members of the workspace, by name */
  'GET /v1/members': {
    answer: {
      /** The items, in order. */
      data: Schemas['WorkspaceMember'][]
    }
  }
  /** Start or stop the timer of a task */
  'POST /v1/tasks/{taskId}/timer': {
    path: {
      /** The task’s id. */
      taskId: string
    }
    body: {
      /** `start` moves the timer of the person here. `stop` logs the time since its start. */
      action: 'start' | 'stop'
      /** When it begins or ends: not in the future, not before the start of a timer that it ends, and for a start within 7 days. Absent: now. */
      at?: string | undefined
    }
    answer: {
      data: Schemas['Task']
    }
  }
  /** Add to the logged time of a task, or correct it */
  'POST /v1/tasks/{taskId}/time': {
    path: {
      /** The task’s id. */
      taskId: string
    }
    body: {
      /** Minutes to add; negative ones correct. The sum is never below 0. */
      minutes: number
      /** When the time was worked: not in the future. It is checked and not kept. */
      at?: string | undefined
    }
    answer: {
      data: Schemas['Task']
    }
  }
  /** What has changed, oldest first */
  'GET /v1/changes': {
    query?: {
      /** The cursor of the previous page, unchanged. `now`: an empty page with the present cursor. Absent: begins with the oldest change that is kept (30 days). */
      after?: string | undefined
      /** Only these kinds, with commas between them: `record`, `task`, `comment`, `meeting`. Default: each that the caller may read. */
      kinds?: string | undefined
      /** Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25. */
      limit?: number | undefined
    } | undefined
    answer: Schemas['ChangePage']
  }
}

/** Bodies of webhooks, by the name of the event. */
export type Events = {
  /** A record was created */
  'record.created': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'record.created'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Record'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
      /** Id of its object. */
      objectTypeId: string
    }
  }
  /** Values of a record were changed */
  'record.updated': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'record.updated'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Record'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
      /** Id of its object. */
      objectTypeId: string
    }
    /** Previous values of the changed fields. Absent with `truncated`. */
    previous?: {
      /** Values by field id. Fields without a value are absent. */
      values?: Record<string, unknown> | undefined
      /** The value of the primary field, as text. */
      title?: string | undefined
      /** Whether it is archived. */
      archived?: boolean | undefined
    } | undefined
  }
  /** A record was archived */
  'record.archived': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'record.archived'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Record'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
      /** Id of its object. */
      objectTypeId: string
    }
    /** Previous values of the changed fields. Absent with `truncated`. */
    previous?: {
      /** Values by field id. Fields without a value are absent. */
      values?: Record<string, unknown> | undefined
      /** The value of the primary field, as text. */
      title?: string | undefined
      /** Whether it is archived. */
      archived?: boolean | undefined
    } | undefined
  }
  /** An archived record was made active */
  'record.restored': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'record.restored'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Record'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
      /** Id of its object. */
      objectTypeId: string
    }
    /** Previous values of the changed fields. Absent with `truncated`. */
    previous?: {
      /** Values by field id. Fields without a value are absent. */
      values?: Record<string, unknown> | undefined
      /** The value of the primary field, as text. */
      title?: string | undefined
      /** Whether it is archived. */
      archived?: boolean | undefined
    } | undefined
  }
  /** A comment was written on a record */
  'record.comment.created': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'record.comment.created'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Comment'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
      /** Id of its record. */
      recordId: string
    }
  }
  /** A task was created */
  'task.created': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'task.created'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Task'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
    }
  }
  /** A task was changed */
  'task.updated': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'task.updated'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Task'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
    }
    /** Previous values of the changed fields. Absent with `truncated`. */
    previous?: {
      /** Plain text. */
      title?: string | undefined
      /** Plain text, or null. */
      description?: string | null | undefined
      /** The slug of a task status. */
      status?: string | undefined
      /** Priority of the task. */
      priority?: 'no_priority' | 'low' | 'medium' | 'high' | 'urgent' | undefined
      /** Auth-user IDs. */
      assignees?: string[] | undefined
      /** When work begins, or null. */
      start_date?: string | null | undefined
      /** When it is due, or null. */
      dueDate?: string | null | undefined
      /** Id of the task above it, or null. */
      parent_task_id?: string | null | undefined
      /** Minutes worked. */
      timeLogged?: number | undefined
      /** Its running timer, or null. */
      timerState?: {
        /** When it began. */
        startedAt: string
        /** An auth-user ID. */
        personId: string
      } | null | undefined
      /** Minutes, or null. */
      estimatedTime?: number | null | undefined
      /** How it comes again, or null. */
      recurrence?: {
        /** An RRULE (RFC 5545) without DTSTART, daily or less often: `FREQ=WEEKLY;BYDAY=MO`. */
        rule: string
        /** Whether the next date is counted from the due date or from the day of completion. */
        after: 'due' | 'completion'
      } | null | undefined
      /** Whether it is archived. */
      archived?: boolean | undefined
      /** The next instance, in the answer of the change that completed this one. */
      next_task_id?: string | undefined
    } | undefined
  }
  /** A task was archived */
  'task.archived': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'task.archived'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['Task'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
    }
    /** Previous values of the changed fields. Absent with `truncated`. */
    previous?: {
      /** Plain text. */
      title?: string | undefined
      /** Plain text, or null. */
      description?: string | null | undefined
      /** The slug of a task status. */
      status?: string | undefined
      /** Priority of the task. */
      priority?: 'no_priority' | 'low' | 'medium' | 'high' | 'urgent' | undefined
      /** Auth-user IDs. */
      assignees?: string[] | undefined
      /** When work begins, or null. */
      start_date?: string | null | undefined
      /** When it is due, or null. */
      dueDate?: string | null | undefined
      /** Id of the task above it, or null. */
      parent_task_id?: string | null | undefined
      /** Minutes worked. */
      timeLogged?: number | undefined
      /** Its running timer, or null. */
      timerState?: {
        /** When it began. */
        startedAt: string
        /** An auth-user ID. */
        personId: string
      } | null | undefined
      /** Minutes, or null. */
      estimatedTime?: number | null | undefined
      /** How it comes again, or null. */
      recurrence?: {
        /** An RRULE (RFC 5545) without DTSTART, daily or less often: `FREQ=WEEKLY;BYDAY=MO`. */
        rule: string
        /** Whether the next date is counted from the due date or from the day of completion. */
        after: 'due' | 'completion'
      } | null | undefined
      /** Whether it is archived. */
      archived?: boolean | undefined
      /** The next instance, in the answer of the change that completed this one. */
      next_task_id?: string | undefined
    } | undefined
  }
  /** A comment was written on a task */
  'task.comment.created': {
    /** Id of the event, the same on every attempt. Also the header `webhook-id`. */
    id: string
    /** When the change was made. */
    timestamp: string
    /** Id of the workspace. */
    workspaceId: string
    /** A developer key, a person in the launcher, or the operator’s command line. */
    actor: {
      /** What made the change. */
      type: 'key' | 'user' | 'operator'
      /** Id of the key or the person. */
      id: string
    }
    /** A test event with example data. */
    test?: true | undefined
    /** Name of the event. */
    type: 'task.comment.created'
    /** The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB. */
    data: Schemas['TaskComment'] | {
      /** Id of the resource. */
      id: string
      /** The body would exceed 20 kB. */
      truncated: true
      /** Id of its task. */
      taskId: string
    }
  }
}
