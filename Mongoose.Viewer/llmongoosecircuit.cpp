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
    mNextPing = now + mRequester.pingInterval();
    return true;
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
    mNextPing = now;
}
