/**
 * @file llmongoosecircuit.h
 * @brief Reports a viewer circuit's packets to LLMongoose::ThrottleRequester and measures round trips with additional pings, because the
 * viewer's own pings are too infrequent.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef LL_LLMONGOOSECIRCUIT_H
#define LL_LLMONGOOSECIRCUIT_H

#include "llmongoosethrottle.h"

/// Belongs to the agent and follows it from region to region. Like ThrottleRequester, it reads no clock: the caller passes the time.
class LLMongooseCircuit
{
public:
    LLMongooseCircuit(const LLMongoose::RateControlOptions& options, LLMongoose::Instant now) : mRequester(options, now) {}

    /// The clock of the circuit's events.
    static LLMongoose::Instant now() { return std::chrono::steady_clock::now(); }

    const LLMongoose::ThrottleRequester& requester() const { return mRequester; }

    /// Handles a valid packet; bytes is the size of its UDP payload.
    void onPacket(std::uint32_t id, bool is_resent, int bytes, LLMongoose::Instant now) { mRequester.onPacket(id, is_resent, bytes, now); }

    /// Handles a CompletePingCheck. Returns true if it answers one of these additional pings; the viewer must then ignore it.
    bool onPingReply(std::uint8_t ping_id, LLMongoose::Instant now);

    /// Returns whether to send a StartPingCheck now, and sets ping_id to an id that the viewer's own pings do not use. Call it once per
    /// frame, after the packets that have arrived have been read.
    bool tryPing(std::uint8_t last_viewer_ping_id, LLMongoose::Instant now, std::uint8_t& ping_id);

    /// Call it when the agent has entered another region, or when its region's circuit has been reopened.
    void onNewCircuit(LLMongoose::Instant now);

    bool tryTake(LLMongoose::Instant now, LLMongoose::ThrottleRequest& request) { return mRequester.tryTake(now, request); }

private:
    bool isOut(std::uint8_t ping_id, LLMongoose::Instant now) const;
    LLMongoose::Duration pingInterval(LLMongoose::Instant now) const;
    bool findId(std::uint8_t last_viewer_ping_id, LLMongoose::Instant now, std::uint8_t& ping_id);

    LLMongoose::ThrottleRequester mRequester;
    LLMongoose::Duration mRoundTrip{};
    LLMongoose::Instant mReadAt{}; // when the arrived packets were last read
    LLMongoose::Instant mNextPing{};
    LLMongoose::Instant mSilentSince{}; // the first ping since the last reply; zero if none was sent
    unsigned mPings = 0;
    std::array<LLMongoose::Instant, 256> mSentAt{}; // by ping id; zero if not sent or already answered
};

#endif // LL_LLMONGOOSECIRCUIT_H
