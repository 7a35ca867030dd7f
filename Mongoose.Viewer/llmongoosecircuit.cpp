/**
 * @file llmongoosecircuit.cpp
 * @brief Sends additional pings, which differ from the viewer's own pings by their id.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "llmongoosecircuit.h"

namespace
{

// The viewer increments its ping id every five seconds and gives up a circuit after 100 s, so at most 20 of its ids are in use. The ids of
// additional pings are 32 to 223 ahead.
constexpr unsigned IDS_AHEAD = 32;
constexpr unsigned IDS = 192;

// The viewer's count reaches the id of an additional ping after 160 s at the earliest; the ping is forgotten long before. No round trip takes longer.
constexpr LLMongoose::Duration FORGOTTEN_AFTER = std::chrono::seconds(60);

// While no reply arrives, pings become less frequent. After an outage, the next ping is sent within an eighth of the outage's duration, and within
// at most four seconds.
constexpr int PINGS_PER_SILENCE = 8;
constexpr LLMongoose::Duration MAX_SILENT_INTERVAL = std::chrono::seconds(4);

} // namespace

/// Whether an additional ping with this id may still be answered.
bool LLMongooseCircuit::isOut(std::uint8_t ping_id, LLMongoose::Instant now) const
{
    const LLMongoose::Instant sent_at = mSentAt[ping_id];
    return sent_at != LLMongoose::Instant() && now - sent_at <= FORGOTTEN_AFTER;
}

bool LLMongooseCircuit::onPingReply(std::uint8_t ping_id, LLMongoose::Instant now)
{
    const bool is_ours = isOut(ping_id, now);
    const LLMongoose::Instant sent_at = mSentAt[ping_id];
    mSentAt[ping_id] = {};
    if (!is_ours)
    {
        return false;
    }
    // The socket is read once per frame, so the reply may have arrived at any time since the previous frame: the round trip is between these two
    // values. If the previous measurement is between them it is kept, so that frame times are not measured as part of the path.
    const LLMongoose::Duration longest = now - sent_at;
    const LLMongoose::Duration shortest = std::min(std::max(mReadAt, sent_at), now) - sent_at;
    const bool is_first = mRoundTrip == LLMongoose::Duration::zero();
    mRoundTrip = is_first ? (shortest + longest) / 2 : std::clamp(mRoundTrip, shortest, longest);
    mRequester.onPing(mRoundTrip, now);
    mSilentSince = {};
    mNextPing = std::min(mNextPing, now + pingInterval(now));
    return true;
}

bool LLMongooseCircuit::tryPing(std::uint8_t last_viewer_ping_id, LLMongoose::Instant now, std::uint8_t& ping_id)
{
    mReadAt = now;
    if (now < mNextPing || !findId(last_viewer_ping_id, now, ping_id))
    {
        return false;
    }
    mSentAt[ping_id] = now;
    mSilentSince = mSilentSince == LLMongoose::Instant() ? now : mSilentSince;
    mNextPing = now + pingInterval(now);
    return true;
}

/// The requester's ping interval, but longer while no reply arrives, and longer when half of the ids are in use because of losses: the
/// remaining ids then last until the first pings are forgotten.
LLMongoose::Duration LLMongooseCircuit::pingInterval(LLMongoose::Instant now) const
{
    const LLMongoose::Duration silence = mSilentSince == LLMongoose::Instant() ? LLMongoose::Duration::zero() : now - mSilentSince;
    const LLMongoose::Duration interval = std::max(mRequester.pingInterval(), std::min(silence / PINGS_PER_SILENCE, MAX_SILENT_INTERVAL));
    unsigned out = 0;
    for (unsigned id = 0; id < mSentAt.size(); id++)
    {
        out += isOut(static_cast<std::uint8_t>(id), now) ? 1 : 0;
    }
    return out < IDS / 2 ? interval : std::max(interval, FORGOTTEN_AFTER / static_cast<int>(IDS - std::min(out, IDS - 1)));
}

/// Finds the next id without an unanswered ping, because a late reply must not be taken for the reply to a later ping with the same id.
bool LLMongooseCircuit::findId(std::uint8_t last_viewer_ping_id, LLMongoose::Instant now, std::uint8_t& ping_id)
{
    for (unsigned tried = 0; tried < IDS; tried++)
    {
        ping_id = static_cast<std::uint8_t>(last_viewer_ping_id + IDS_AHEAD + mPings++ % IDS);
        if (!isOut(ping_id, now))
        {
            return true;
        }
    }
    return false;
}

void LLMongooseCircuit::onNewCircuit(LLMongoose::Instant now)
{
    mRequester.onNewCircuit(now);
    mRoundTrip = LLMongoose::Duration::zero();
    mSentAt.fill({});
    mSilentSince = {};
    mNextPing = now;
}
