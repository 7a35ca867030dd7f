/**
 * @file llmongoosecircuit.cpp
 * @brief Pings of our own, told from the viewer's by their id.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "llmongoosecircuit.h"

namespace
{

// The viewer counts its ping ids up, one every five seconds, and gives up a circuit after 100 s: 20 ids. Ours are 32 to 223 ahead.
constexpr unsigned IDS_AHEAD = 32;
constexpr unsigned IDS = 192;

// The viewer's count reaches such an id after 160 s; ours are forgotten long before. No round trip is longer.
constexpr LLMongoose::Duration FORGOTTEN_AFTER = std::chrono::seconds(60);

// While no reply comes, pings go ever more seldom, yet one goes soon after an outage: within an eighth of its length, or four seconds.
constexpr int PINGS_PER_SILENCE = 8;
constexpr LLMongoose::Duration MAX_SILENT_INTERVAL = std::chrono::seconds(4);

} // namespace

/// Whether a ping of ours with this id may still be answered.
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
    // The socket is read once a frame, so the reply has come at any time since the frame before: the round trip is between these two.
    // What was measured before stands if it is; so no frame is taken for a part of the path.
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

/// As the requester wants it, but longer in a silence, and longer where loss has taken half of the ids: then those that are left last
/// until the first ones are forgotten.
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

/// The next id whose ping is not out: a late reply must not be taken for that to a later ping with the same id.
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
